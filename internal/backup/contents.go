package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Database is the file of the embedded store in the data folder.
const Database = "plotline.db"

// folders are the folders of the data folder that are copied.
var folders = []string{"metadata", "plans", "projects", "workspaces"}

// hidden are the hidden names in them that are copied. Others are locks and unfinished files.
var hidden = []string{".episodes", ".journal"}

const (
	lockSuffix    = ".lock"
	journalSuffix = ".journal.json"
)

// contents lists the files of a data folder to copy, relative to it, and the other names at its top. Of journals, it lists
// only those given.
func contents(dir string, journals []string) (files, leftOut []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	leftOut = []string{}
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case entry.IsDir() && slices.Contains(folders, name):
			below, err := filesBelow(dir, name, journals)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, below...)
		case name == FormatFile && entry.Type().IsRegular():
			files = append(files, name)
		case name == Database, strings.HasPrefix(name, Database+"-"), strings.HasSuffix(name, lockSuffix), name == restoring:
		default:
			leftOut = append(leftOut, name)
		}
	}
	slices.Sort(files)
	return files, leftOut, nil
}

func filesBelow(dir, top string, journals []string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(filepath.Join(dir, top), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // it was removed meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		if name := entry.Name(); strings.HasPrefix(name, ".") && !slices.Contains(hidden, name) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil || !entry.Type().IsRegular() || strings.HasSuffix(path, lockSuffix) {
			return err
		}
		if !strings.HasSuffix(path, journalSuffix) || slices.Contains(journals, relative) {
			files = append(files, relative)
		}
		return nil
	})
	return files, err
}

// count counts the files that people know by a name of their own.
func (m *Manifest) count() {
	for _, f := range m.Files {
		switch {
		case strings.Contains(f.Path, "/.") || !strings.Contains(f.Path, "/"):
		case strings.HasSuffix(f.Path, ".plan.json"):
			m.Plans++
		case strings.HasPrefix(f.Path, "projects/"):
			m.Projects++
		default:
			m.Metadata++
		}
	}
}
