package backup

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"plotline/internal/fault"
)

// Format is the newest format of backups that this program knows.
const Format = 1

// Manifest says what a backup has.
type Manifest struct {
	Format    int       `json:"format"`
	Program   string    `json:"program"` // version of the program that made it
	CreatedAt time.Time `json:"created_at"`
	// Graph is nil if the data folder had no embedded store, or if the caller left it out.
	Graph    *Graph `json:"graph,omitempty"`
	Plans    int    `json:"plans"`
	Metadata int    `json:"metadata"` // files of metadata: one for each media folder
	Projects int    `json:"projects"`
	// Files are in the order of the archive.
	Files []File `json:"files"`
	// LeftOut are the names in the data folder that are not in the backup.
	LeftOut []string `json:"left_out"`
}

// Graph says what the embedded store has.
type Graph struct {
	Schema     int         `json:"schema"`        // of the database
	Digest     string      `json:"schema_digest"` // of its migrations
	Workspaces []Workspace `json:"workspaces"`
}

// Workspace counts the graph of one workspace.
type Workspace struct {
	Name          string `json:"name"`
	Episodes      int    `json:"episodes"`
	Relationships int    `json:"relationships"`
}

// File is a file of the data folder.
type File struct {
	Path   string `json:"path"` // relative to the data folder, with slashes
	Bytes  int64  `json:"bytes"`
	Mode   string `json:"mode"` // 0600 or 0644
	SHA256 string `json:"sha256"`
}

// The modes of files. Those that other programs read are open to them, in a folder that is not.
const (
	private = "0600"
	shared  = "0644"
)

func modeOf(info fs.FileInfo) string {
	if info.Mode().Perm()&0o044 != 0 {
		return shared
	}
	return private
}

func (f File) mode() fs.FileMode {
	if f.Mode == shared {
		return 0o644
	}
	return 0o600
}

// Size returns the number of bytes of all files.
func (m *Manifest) Size() int64 {
	var size int64
	for _, f := range m.Files {
		size += f.Bytes
	}
	return size
}

// check validates a manifest that was read. Its paths become file names.
func (m *Manifest) check(name string) error {
	switch {
	case m.Format > Format:
		return fault.Newf(fault.Unavailable, "%s was made by a newer Plotline (%s, format %d; this one knows %d); update Plotline",
			name, m.Program, m.Format, Format)
	case m.Format < 1:
		return damaged(name, "its manifest has no format")
	}
	seen := map[string]bool{}
	for _, f := range m.Files {
		if !belongs(f.Path) || seen[f.Path] || f.Bytes < 0 || f.Mode != private && f.Mode != shared {
			return damaged(name, "its manifest has the file %.200q", f.Path)
		}
		seen[f.Path] = true
	}
	return nil
}

// belongs reports whether a backup may have this file.
func belongs(name string) bool {
	if name == Database || name == FormatFile {
		return true
	}
	top, inside, below := strings.Cut(name, "/")
	return below && inside != "" && slices.Contains(folders, top) && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name))
}

func damaged(name, format string, args ...any) error {
	return fault.Newf(fault.InvalidArgument, "%s is not a backup of Plotline, or it is damaged: "+format, append([]any{name}, args...)...)
}
