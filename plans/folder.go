package plans

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf16"

	"plotline/graph/fault"
	"plotline/media"
)

// folder judges paths of one media folder by what is on the disk now. It asks the folder's handle alone, so
// that a link which another program swaps in meanwhile shows nothing of the outside.
type folder struct {
	path media.Path
	root *os.Root // nil while the folder cannot be opened
	err  error    // why
}

// lookAt opens the media folder of a plan through the media roots of the plan's workspace.
func (s *Service) lookAt(p *Plan) folder {
	root, err := s.cfg.Folders.Of(p.owner()).Open(p.MediaFolderPath)
	return folder{p.MediaFolderPath, root, err}
}

func (f folder) close() {
	if f.root != nil {
		_ = f.root.Close()
	}
}

// problem tells what is wrong with the folder itself, "" for nothing.
func (f folder) problem() string {
	var known *fault.Error
	switch {
	case f.err == nil:
		return ""
	case errors.As(f.err, &known):
		return known.Details
	case errors.Is(f.err, fs.ErrPermission):
		return `Media folder "` + string(f.path) + `" cannot be opened: look at its permissions`
	}
	return `Media folder "` + string(f.path) + `" does not exist`
}

// name is a path of the folder as the handle takes it.
func (f folder) name(path media.Path) string {
	rel, _ := f.path.Rel(path)
	return filepath.FromSlash(rel)
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
	if role == asTarget && strings.ContainsFunc(text, invisible) {
		return "", fault.Invalid(`Destination path "%s" is abnormal`, visible(text))
	}
	if !f.path.Contains(path) || f.leaves(path) {
		return "", fault.Newf(fault.PermissionDenied, `%s path "%s" is outside the media folder "%s"`, role, path, f.path)
	}
	return path, nil
}

// invisible tells whether a character moves the cursor or turns the direction of the text around it, so
// that a name is shown as another.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// visible writes such characters as Go does in a string.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if invisible(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// leaves tells whether a link on the way leads out of the folder, as an os.Root judges it: absolute links and
// links over the top do, wherever they end. What does not exist yet has no links.
func (f folder) leaves(at media.Path) bool {
	if f.root == nil {
		return false
	}
	rel, _ := f.path.Rel(at)
	for ; rel != "."; rel = path.Dir(rel) {
		name := filepath.FromSlash(rel)
		_, err := f.root.Stat(name)
		switch {
		case err == nil:
			return false
		case errors.Is(err, fs.ErrNotExist):
			if info, err := f.root.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
				return true // it leads to what is not there: nobody can say where that would be
			}
		case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG): // nothing can be there
		default:
			return true
		}
	}
	return false
}

// exists tells whether something is at the path, a link that leads nowhere too.
func (f folder) exists(path media.Path) bool {
	_, err := f.root.Lstat(f.name(path))
	return err == nil
}

// same tells whether two names lead to one file: on some file systems names differ in case alone.
func (f folder) same(a, b media.Path) bool {
	at, err := f.root.Lstat(f.name(a))
	if err != nil {
		return false
	}
	to, err := f.root.Lstat(f.name(b))
	return err == nil && os.SameFile(at, to)
}

// longestName is how long the name of a file or a folder may be where file systems are used as usual: in
// bytes, on Windows in UTF-16 units.
const longestName = 255

// tooLong is the first name on the way to the path that no file system takes, "" for none.
func (f folder) tooLong(path media.Path) string {
	rel, _ := f.path.Rel(path)
	for name := range strings.SplitSeq(rel, "/") {
		length := len(name)
		if runtime.GOOS == "windows" {
			length = len(utf16.Encode([]rune(name)))
		}
		if length > longestName {
			return name
		}
	}
	return ""
}
