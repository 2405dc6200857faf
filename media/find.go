package media

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/internal/durable"
)

// hidden is the folder for locks and unfinished files, beside the metadata. SMM does not look into it.
const hidden = ".locks"

// find returns the metadata file of a folder. The mediaFolderPath in the file decides. find tries the
// usual names of the folder's file first, and then all others. The error is ErrNoMetadata. If a file with
// a usual name is corrupt, the error is also errCorrupt and the content has its name.
func (l *Library) find(ctx context.Context, folder Path) (*content, error) {
	names := namesOf(folder)
	var twin, corrupt *content
	for _, name := range names {
		c, err := l.load(ctx, name)
		switch {
		case errors.Is(err, errCorrupt):
			corrupt = c
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case c.meta.MediaFolderPath == folder:
			return c, nil
		case twin == nil && c.meta.MediaFolderPath.key() == folder.key():
			twin = c
		}
	}
	if twin == nil {
		var err error
		if twin, err = l.search(ctx, folder, names); err != nil {
			return nil, err
		}
	}
	if twin != nil {
		return twin, nil
	}
	if corrupt != nil {
		return corrupt, errors.Join(ErrNoMetadata, errCorrupt)
	}
	return nil, ErrNoMetadata
}

// search looks for a folder's metadata under all other names. It returns nil if there is none.
func (l *Library) search(ctx context.Context, folder Path, but []string) (*content, error) {
	names, err := l.names()
	if err != nil {
		return nil, err
	}
	var twin string
	for _, name := range names {
		if slices.Contains(but, name) {
			continue
		}
		about, err := l.describes(ctx, name)
		if err != nil {
			return nil, err
		}
		described := about.MediaFolderPath
		if described == folder {
			return l.load(ctx, name)
		}
		if described != "" && described.key() == folder.key() {
			twin = name
		}
	}
	if twin == "" {
		return nil, nil //nolint:nilnil // nothing is wrong: there is no such file
	}
	return l.load(ctx, twin)
}

// names lists the metadata files, sorted. It warns about files of other programs.
func (l *Library) names() ([]string, error) {
	entries, err := os.ReadDir(l.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable(err)
	}
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case strings.HasPrefix(name, "."):
		case strings.HasSuffix(name, suffix):
			names = append(names, name)
		case l.cache.first(file{l.dir, name}):
			l.logger.Warn("skipped a file that is not a metadata file", "file", filepath.Join(l.dir, name))
		}
	}
	return names, nil
}

// freeName returns the name for a new metadata file. Existing files are not overwritten.
func (l *Library) freeName(folder Path) string {
	names := plotlineNames(folder)
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(l.dir, name)); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
	return names[len(names)-1]
}

// prepare creates the folders.
func (l *Library) prepare() error {
	if _, err := os.Stat(filepath.Join(l.dir, hidden)); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(l.dir), 0o700); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(l.dir, hidden), 0o755); err != nil { //nolint:gosec // SMM, another program, reads the folder
		return err
	}
	for at := l.dir; ; at = filepath.Dir(at) {
		if err := durable.Sync(at); err != nil || at == l.data {
			return err
		}
	}
}

// replace replaces the text of the file that was read. It returns false and changes nothing if the file
// has changed since. The new text is complete on disk before that check, so only a rename follows it.
func (l *Library) replace(old *content, text []byte) (bool, error) {
	path := filepath.Join(l.dir, old.name)
	permissions := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		permissions = info.Mode().Perm()
	}
	unfinished := filepath.Join(l.dir, hidden, "unfinished"+suffix)
	if err := durable.Write(unfinished, text, permissions); err != nil {
		return false, err
	}
	now, err := durable.Read(path, maxFileBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if (err == nil) != (old.raw != nil) || !bytes.Equal(now, old.raw) {
		return false, os.Remove(unfinished)
	}
	if err := durable.Rename(unfinished, path); err != nil {
		return false, err
	}
	return true, durable.Sync(l.dir)
}
