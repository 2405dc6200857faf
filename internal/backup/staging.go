package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"plotline/internal/durable"
)

// stagingPrefix begins the names of staging folders, which are beside the backup.
const stagingPrefix = ".plotline-backup-"

// staging is a private folder in which a backup is collected and written.
type staging struct {
	dir     string
	release func()
}

// newStaging makes a staging folder, and removes those of killed processes. It takes the lock before the folder gets its
// name, so that no other process takes it for one of a killed process.
func newStaging(near string) (*staging, error) {
	removeAbandoned(near)
	unnamed, err := os.MkdirTemp(near, ".plotline-new-*")
	if err != nil {
		return nil, err
	}
	release, _, err := durable.TryLock(filepath.Join(unnamed, "lock"))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(unnamed))
	}
	s := &staging{filepath.Join(near, strings.Replace(filepath.Base(unnamed), ".plotline-new-", stagingPrefix, 1)), release}
	if err := errors.Join(os.Rename(unnamed, s.dir), os.Mkdir(s.path(""), 0o700)); err != nil {
		_ = os.RemoveAll(unnamed)
		s.remove()
		return nil, err
	}
	return s, nil
}

func removeAbandoned(near string) {
	entries, _ := os.ReadDir(near) // newStaging reports what is wrong with the folder
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), stagingPrefix) {
			continue
		}
		dir := filepath.Join(near, entry.Name())
		if release, held, err := durable.TryLock(filepath.Join(dir, "lock")); err == nil && held {
			_ = os.RemoveAll(dir) // another user's folder stays
			release()
		}
	}
}

// path returns the path of the copy of a file.
func (s *staging) path(name string) string { return filepath.Join(s.dir, "files", name) }

// copy copies a file of the data folder.
func (s *staging) copy(ctx context.Context, dataDir, name string) (File, error) {
	from, err := durable.Open(filepath.Join(dataDir, name))
	if err != nil {
		return File{}, err
	}
	defer func() { _ = from.Close() }()
	info, err := from.Stat()
	if err != nil {
		return File{}, unread(err)
	}
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o700); err != nil {
		return File{}, unwritten(s.dir, err)
	}
	to, err := os.OpenFile(s.path(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return File{}, unwritten(s.dir, err)
	}
	f, err := sum(ctx, name, modeOf(info), from, to)
	return f, unwritten(s.dir, errors.Join(err, to.Close()))
}

func (s *staging) remove() {
	_ = os.RemoveAll(s.dir) // the next backup removes what is left
	s.release()
}
