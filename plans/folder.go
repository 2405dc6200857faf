package plans

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"plotline/graph/fault"
	"plotline/media"
)

// folder judges paths of one media folder by what is on the disk now.
type folder struct {
	path media.Path
	real string // without links; "" while the folder is not there
}

func lookAt(path media.Path) folder {
	f := folder{path: path}
	if place, err := filepath.EvalSymlinks(path.Native()); err == nil {
		f.real = place
	}
	return f
}

// problem tells what is wrong with the folder itself, "" for nothing.
func (f folder) problem() string {
	if info, err := os.Stat(f.path.Native()); err != nil || !info.IsDir() {
		return `Media folder "` + string(f.path) + `" does not exist`
	}
	return ""
}

// roles of a path in an entry, as the errors name them.
const (
	asSource = "Source"
	asTarget = "Target"
)

// inside reads a path of an entry: its form, and that it lies in the folder, by its words and by the
// links on the way.
func (f folder) inside(role, text string) (media.Path, error) {
	path, ok := media.ParsePath(text)
	if !ok {
		if role == asTarget {
			role = "Destination"
		}
		return "", fault.Invalid(`%s path "%s" is abnormal`, role, text)
	}
	if !f.path.Contains(path) || f.leaves(path) {
		return "", fault.Newf(fault.PermissionDenied, `%s path "%s" is outside the media folder "%s"`, role, path, f.path)
	}
	return path, nil
}

// leaves tells whether a link on the way leads out of the folder. What does not exist yet has no links.
func (f folder) leaves(path media.Path) bool {
	if f.real == "" {
		return false
	}
	for at := path; at != f.path; at = at.Dir() {
		place, err := filepath.EvalSymlinks(at.Native())
		if errors.Is(err, fs.ErrNotExist) {
			if info, err := os.Lstat(at.Native()); err == nil && info.Mode()&fs.ModeSymlink != 0 {
				return true // it leads to what is not there: nobody can say where that would be
			}
			continue
		}
		if errors.Is(err, syscall.ENOTDIR) { // a file stands where a folder would have to be
			continue
		}
		if err != nil {
			return true
		}
		rel, err := filepath.Rel(f.real, place)
		return err != nil || !filepath.IsLocal(rel)
	}
	return false
}

// exists tells whether something is at the path, a link that leads nowhere too.
func exists(path media.Path) bool {
	_, err := os.Lstat(path.Native())
	return err == nil
}

// same tells whether two names lead to one file: on some file systems names differ in case alone.
func same(a, b media.Path) bool {
	at, err := os.Lstat(a.Native())
	if err != nil {
		return false
	}
	to, err := os.Lstat(b.Native())
	return err == nil && os.SameFile(at, to)
}
