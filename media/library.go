package media

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"

	"plotline/graph/durable"
	"plotline/graph/fault"
	"plotline/graph/workspacedir"
)

// ErrNoMetadata says that nothing is remembered of a folder, or nothing that can be read.
var ErrNoMetadata = errors.New("nothing is known of this media folder")

// Libraries are the metadata files of all workspaces. The default workspace's stand in the folder
// metadata of the data folder, another's in workspaces/<workspace>/metadata.
type Libraries struct {
	dir    string
	logger *slog.Logger
	cache  cache
}

// NewLibraries gives the libraries in a data folder. It touches nothing: a folder is made when something
// is first written to it.
func NewLibraries(dataDir string, logger *slog.Logger) *Libraries {
	return &Libraries{dir: dataDir, logger: logger}
}

// Of gives the library of one workspace.
func (ls *Libraries) Of(workspace string) *Library {
	inside := workspacedir.Of(workspace, "metadata")
	return &Library{data: ls.dir, inside: inside, dir: filepath.Join(ls.dir, inside), logger: ls.logger, cache: &ls.cache}
}

// Library keeps the metadata files of a workspace: one for each media folder, in a folder that SMM may
// share. It is safe for concurrent use, also by several processes.
type Library struct {
	data   string // the data folder
	inside string // the folder of the metadata files, in the data folder
	dir    string // both together
	logger *slog.Logger
	cache  *cache // shared by all libraries
}

// Read gives what is remembered of a folder. The value is shared with other callers: it must not be
// changed; Update is for that. The folder may be given in either form of a Windows drive, /C:/Users/x
// or SMM's /C/Users/x; the value has the form of its file.
//
// The error is ErrNoMetadata when there is none, or none that can be read as metadata: then the log has
// a warning. A context that ended, and a disk that fails, are other errors.
func (l *Library) Read(ctx context.Context, folder Path) (*Metadata, error) {
	found, err := l.find(ctx, folder)
	if err != nil {
		return nil, err
	}
	return found.meta, nil
}

// tries is how often Update begins anew because another program changed the file meanwhile.
const tries = 10

// Update changes what is remembered of a folder, or begins to remember it, as a TV show at first. The
// function gets a value of its own to change. It may be called again, on what the file holds then, when
// another program has written meanwhile; and it must be quick, since no other folder is written until
// it returns. When it fails nothing is written, and its error is Update's.
//
// A file that cannot be read as metadata is never overwritten: conflict. It is conflict too when another
// program keeps changing the file.
func (l *Library) Update(ctx context.Context, folder Path, change func(m *Metadata) error) error {
	if err := l.prepare(); err != nil {
		return unwritable(folder, err)
	}
	release, err := durable.Lock(ctx, filepath.Join(l.dir, hidden, "metadata.lock"))
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return unwritable(folder, err)
	}
	defer release()
	for range tries {
		done, err := l.try(ctx, folder, change)
		if done || err != nil {
			return err
		}
	}
	return fault.Newf(fault.Conflict,
		"the metadata of %q keeps changing: another program writes it all the time; call again when that one has finished", string(folder))
}

// try does one round of Update. It is false when the file changed between its reading and its writing.
func (l *Library) try(ctx context.Context, folder Path, change func(m *Metadata) error) (bool, error) {
	found, err := l.find(ctx, folder)
	if errors.Is(err, errCorrupt) {
		return false, l.notMetadata(folder, found.name)
	}
	m := &Metadata{MediaFolderPath: folder, Type: TypeTVShow}
	switch {
	case err == nil:
		if m, err = Decode(found.raw); err != nil {
			return false, err
		}
	case errors.Is(err, ErrNoMetadata):
		found = &content{file: file{l.dir, l.freeName(folder)}}
	default:
		return false, err
	}
	own, before := m.MediaFolderPath, m.Encode()
	if err := change(m); err != nil {
		return false, err
	}
	m.MediaFolderPath = own
	after := m.Encode()
	if found.raw != nil && bytes.Equal(before, after) {
		return true, nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	done, err := l.replace(found, after)
	if err != nil {
		return false, unwritable(folder, err)
	}
	return done, nil
}

// List gives what is remembered of every folder, sorted by path; the values are shared, as Read's. Of
// two files for one folder it gives the one that Read gives. Files that cannot be read as metadata are
// left out, with a warning in the log.
func (l *Library) List(ctx context.Context) ([]*Metadata, error) {
	names, err := l.names()
	if err != nil {
		return nil, err
	}
	best := map[Path]*content{}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := l.load(ctx, name)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue
		}
		folder := c.meta.MediaFolderPath
		if held := best[folder]; held == nil || rank(folder, name) < rank(folder, held.name) {
			best[folder] = c
		}
	}
	list := make([]*Metadata, 0, len(best))
	for _, c := range best {
		list = append(list, c.meta)
	}
	slices.SortFunc(list, func(a, b *Metadata) int { return cmp.Compare(a.MediaFolderPath, b.MediaFolderPath) })
	return list, nil
}

// rank is the place of a file name among those under which a folder is looked for.
func rank(folder Path, name string) int {
	names := namesOf(folder)
	if at := slices.Index(names, name); at >= 0 {
		return at
	}
	return len(names)
}

func (l *Library) notMetadata(folder Path, name string) error {
	return fault.Newf(fault.Conflict,
		"the metadata file of %q cannot be read as metadata, and is left as it is; repair it or move it away: %s",
		string(folder), filepath.ToSlash(filepath.Join(l.inside, name)))
}

func unwritable(folder Path, cause error) error {
	return fault.Newf(fault.Unavailable,
		"the metadata of %q cannot be written; look at the permissions and the free space of the data folder", string(folder)).Because(cause)
}

func unreadable(cause error) error {
	return fault.New(fault.Unavailable,
		"the metadata cannot be read; look at the permissions of the data folder").Because(cause)
}
