package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"plotline/internal/durable"
	"plotline/internal/project"
)

// File is the transcript of one session.
type File struct {
	Client   string
	Path     string
	Session  string // the client's id
	Folder   string // in which the session began
	Started  int64  // the time of the first row that has one, in Unix milliseconds; 0 if none has
	Modified time.Time
	Size     int64 // in bytes
}

// mostHead is how much of a transcript is read to find out where its session began, in bytes.
const mostHead = 1 << 20

// Find returns the transcripts of a project's sessions, in any of its worktrees, that changed since a time, the oldest first.
// home is the person's home folder. Those of subagents are not listed: Read takes them with their session.
func Find(ctx context.Context, client, home string, of project.Project, since time.Time) ([]File, error) {
	var folder string
	switch client {
	case Claude:
		folder = filepath.Join(home, ".claude", "projects")
	case Codex:
		folder = filepath.Join(home, ".codex", "sessions")
	default:
		return nil, fmt.Errorf("transcripts of %q are not read", client)
	}
	f := finder{client: client, of: of, since: since, folders: map[string]bool{}}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch readable := err == nil; { // a folder that is not has nothing to import
		case !readable:
		case entry.IsDir() && entry.Name() == "subagents":
			return fs.SkipDir
		case entry.Type().IsRegular() && filepath.Ext(path) == extension:
			f.add(path, entry)
		}
		return nil
	})
	slices.SortStableFunc(f.files, func(a, b File) int {
		return cmp.Or(cmp.Compare(a.Started, b.Started), a.Modified.Compare(b.Modified), cmp.Compare(a.Path, b.Path))
	})
	return f.files, err
}

// finder collects the transcripts of one project.
type finder struct {
	client  string
	of      project.Project
	since   time.Time
	folders map[string]bool // whether a folder belongs to the project
	files   []File
}

func (f *finder) add(path string, entry fs.DirEntry) {
	info, err := entry.Info()
	if err != nil || info.Size() == 0 || info.ModTime().Before(f.since) {
		return
	}
	file := File{Client: f.client, Path: path, Modified: info.ModTime(), Size: info.Size()}
	if file.head() && f.belongs(file.Folder) {
		f.files = append(f.files, file)
	}
}

// belongs reports whether a folder is in the project. Of a folder that is gone the path decides.
func (f *finder) belongs(folder string) bool {
	if known, is := f.folders[folder]; is {
		return known
	}
	found, is := project.Of(folder)
	in := is && found.Root == f.of.Root
	if !is {
		relative, err := filepath.Rel(f.of.Root, folder)
		_, gone := filepath.EvalSymlinks(folder)
		in = errors.Is(gone, fs.ErrNotExist) && err == nil && filepath.IsLocal(relative)
	}
	f.folders[folder] = in
	return in
}

// head reads where and when a session began, and reports whether the file is the transcript of a session.
func (f *File) head() bool {
	opened, err := durable.Open(f.Path)
	if err != nil {
		return false
	}
	defer func() { _ = opened.Close() }()
	rows := newRows(opened, mostHead)
	for read := 0; read < mostHead; {
		raw, err := rows.next()
		if err != nil {
			return false
		}
		read += len(raw)
		row, valid := parse(raw)
		if !valid {
			continue
		}
		f.Started = cmp.Or(f.Started, millis(row.text("timestamp")))
		switch folder := row.text("cwd"); {
		case f.Client == Codex:
			meta := row.in("payload")
			f.Session, f.Folder = meta.text("id"), meta.text("cwd")
			isAgent := meta.text("parent_thread_id") != "" || meta.text("thread_source") == "subagent"
			return row.text("type") == "session_meta" && f.Session != "" && !isAgent
		case row.isTrue("isSidechain"): // of an older version, which kept subagents beside their sessions
			return false
		case folder != "":
			f.Session, f.Folder = strings.TrimSuffix(filepath.Base(f.Path), extension), folder
			return true
		}
	}
	return false
}
