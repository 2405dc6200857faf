package media

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"

	"plotline/graph/workspacedir"
	"plotline/internal/durable"
	"plotline/internal/fault"
)

// ErrNoMetadata reports that a folder has no metadata, or none that can be read.
var ErrNoMetadata = errors.New("this media folder has no metadata")

// Libraries are the metadata files of all workspaces. Those of the default workspace are in the folder
// metadata of the data folder. Those of others are in workspaces/<workspace>/metadata.
type Libraries struct {
	dir    string
	logger *slog.Logger
	cache  cache
}

// NewLibraries returns the libraries in a data folder. It does not access the disk; a folder is created
// by the first write to it.
func NewLibraries(dataDir string, logger *slog.Logger) *Libraries {
	return &Libraries{dir: dataDir, logger: logger}
}

// Of returns the library of one workspace.
func (ls *Libraries) Of(workspace string) *Library {
	inside := workspacedir.Of(workspace, "metadata")
	return &Library{data: ls.dir, inside: inside, dir: filepath.Join(ls.dir, inside), logger: ls.logger, cache: &ls.cache}
}

// Library keeps the metadata files of a workspace, one for each media folder. It may share its folder
// with SMM. It is safe for concurrent use, also by several processes.
type Library struct {
	data   string // the data folder
	inside string // the folder of the metadata files, in the data folder
	dir    string // data and inside joined
	logger *slog.Logger
	cache  *cache // shared by all libraries
	payer  string // the workspace whose share of the memory for replies pays for what is read; "" for none
}

// paidBy returns the library for a request that only reads. It takes memory before it reads a large file. A change must
// not: it would wait under a lock.
func (l *Library) paidBy(workspace string) *Library {
	paid := *l
	paid.payer = workspace
	return &paid
}

// Read returns the metadata of a folder. The value is shared with other callers and must not be changed;
// use Update for changes. The folder may have either form of a Windows drive, /C:/Users/x or SMM's
// /C/Users/x. The value has the form of its file.
//
// The error is ErrNoMetadata if there is no metadata, or none that can be read. In the second case Read
// logs a warning. Other errors come from the context or the disk.
func (l *Library) Read(ctx context.Context, folder Path) (*Metadata, error) {
	found, err := l.find(ctx, folder)
	if err != nil {
		return nil, err
	}
	return found.meta, nil
}

// tries is how often Update retries when another program changes the file meanwhile.
const tries = 10

// Update changes the metadata of a folder, or creates it, initially as a TV show. The function changes
// its own copy. It may be called again with new content if another program has written the file
// meanwhile. It must be quick, because it holds the lock for all folders of the workspace. If it fails,
// nothing is written, and Update returns its error.
//
// Update never overwrites a file that cannot be read as metadata. It returns a conflict then, and also if
// another program keeps changing the file.
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
		"the metadata of %q keeps changing because another program writes it; call again when that program has finished", string(folder))
}

// try does one round of Update. It returns false if the file changed between reading and writing.
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

// List returns a summary of the metadata of every folder, sorted by path. It holds one metadata file at a time. If two
// files describe the same folder, it returns the one that Read returns. It skips files that cannot be read as metadata and
// logs a warning.
func (l *Library) List(ctx context.Context) ([]FolderSummary, error) {
	names, err := l.names()
	if err != nil {
		return nil, err
	}
	best, from := map[Path]FolderSummary{}, map[Path]string{} // the summaries, and the names of their files
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		about, err := l.describes(ctx, name)
		if err != nil {
			return nil, err
		}
		folder := about.MediaFolderPath
		if folder == "" {
			continue
		}
		if held, known := from[folder]; !known || rank(folder, name) < rank(folder, held) {
			best[folder], from[folder] = about, name
		}
	}
	return slices.SortedFunc(maps.Values(best), func(a, b FolderSummary) int {
		return cmp.Compare(a.MediaFolderPath, b.MediaFolderPath)
	}), nil
}

// rank returns the position of a file name in the order in which a folder's names are tried.
func rank(folder Path, name string) int {
	names := namesOf(folder)
	if at := slices.Index(names, name); at >= 0 {
		return at
	}
	return len(names)
}

func (l *Library) notMetadata(folder Path, name string) error {
	return fault.Newf(fault.Conflict,
		"the metadata file of %q is damaged and was not changed; repair it or move it away: %s",
		string(folder), filepath.ToSlash(filepath.Join(l.inside, name)))
}

func unwritable(folder Path, cause error) error {
	return fault.Newf(fault.Unavailable,
		"the metadata of %q cannot be written; check the permissions and the free space of the data folder", string(folder)).Because(cause)
}

func unreadable(cause error) error {
	return fault.New(fault.Unavailable,
		"the metadata cannot be read; check the permissions of the data folder").Because(cause)
}
