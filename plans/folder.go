package plans

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"plotline/internal/fault"
	"plotline/internal/records"
	"plotline/media"
	"plotline/plans/renames"
)

// folder checks the paths of one media folder against the disk. It uses only the folder's handle, so a
// link that another program swaps in reveals nothing outside.
type folder struct {
	path media.Path
	root *os.Root // nil if the folder cannot be opened
	err  error    // why root is nil

	own media.Path // Plotline's data folder, if it is in the folder
}

// openPlanFolder opens the media folder of a plan through the media roots of the plan's workspace.
func (s *Service) openPlanFolder(p *Plan) folder {
	roots := s.cfg.Folders.Of(p.owner())
	root, err := roots.Open(p.MediaFolderPath)
	return folder{p.MediaFolderPath, root, err, roots.Own(p.MediaFolderPath)}
}

func (f folder) close() {
	if f.root != nil {
		_ = f.root.Close()
	}
}

// problem describes what is wrong with the folder itself, or returns "".
func (f folder) problem() string {
	var known *fault.Error
	switch {
	case f.err == nil:
		return ""
	case errors.As(f.err, &known):
		return known.Details
	case errors.Is(f.err, fs.ErrPermission):
		return `Media folder "` + string(f.path) + `" cannot be opened; check its permissions`
	}
	return `Media folder "` + string(f.path) + `" does not exist`
}

// name returns a path relative to the folder, in native form.
func (f folder) name(path media.Path) string {
	rel, _ := f.path.Rel(path)
	return filepath.FromSlash(rel)
}

// Roles of a path in an entry, as errors name them.
const (
	asSource = "Source"
	asTarget = "Target"
)

// inside checks a path of an entry and returns it in clean form. The path must lie in the folder, both by
// its text and by the links along it.
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
	if !f.path.Contains(path) || f.escapes(path) {
		return "", fault.Newf(fault.PermissionDenied, `%s path "%s" is outside the media folder "%s"`, role, path, f.path)
	}
	if f.inOwn(path) {
		return "", fault.Newf(fault.PermissionDenied, `%s path "%s" is in Plotline's data folder, which holds no media`, role, path)
	}
	return path, nil
}

// inOwn reports whether a path is in Plotline's data folder, by its text or by the links along it.
func (f folder) inOwn(path media.Path) bool {
	if f.own == "" {
		return false
	}
	if path == f.own || f.own.Contains(path) {
		return true
	}
	if f.root == nil {
		return false
	}
	own, err := f.root.Stat(f.name(f.own))
	for at := path; err == nil && f.path.Contains(at); at = at.Dir() {
		if info, err := f.root.Stat(f.name(at)); err == nil && os.SameFile(own, info) {
			return true
		}
	}
	return false
}

// invisible reports whether a character moves the cursor or changes the text direction. Such characters
// could make a name appear as another.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// visible escapes invisible characters as Go does in a string.
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

// escapes reports whether a link along the path leads out of the folder. It follows the rules of os.Root:
// absolute links and links above the root count as outside, wherever they end. Paths that do not exist
// yet have no links.
func (f folder) escapes(at media.Path) bool {
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
				return true // a dangling link, so its target is unknown
			}
		case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG): // nothing can exist there
		default:
			return true
		}
	}
	return false
}

// move returns an entry of a rename as a move in the folder.
func (f folder) move(e Entry) renames.Move {
	from, _ := f.path.Rel(e.From)
	to, _ := f.path.Rel(e.To)
	return renames.Move{From: from, To: to}
}

func (f folder) moves(entries []Entry) []renames.Move {
	moves := make([]renames.Move, len(entries))
	for i, e := range entries {
		moves[i] = f.move(e)
	}
	return moves
}

// tooLong returns the first name in the path that is too long for file systems, or "".
func (f folder) tooLong(path media.Path) string {
	rel, _ := f.path.Rel(path)
	return renames.TooLong(rel)
}

const planSuffix = ".plan.json"

// largest is the maximum size of a plan file in bytes, enough for about 25,000 entries.
const largest = 4 << 20

// newFiles returns the plan files of one folder. SMM, another program, reads and writes them too.
func newFiles(dir string, cache *records.Cache[Plan], logger *slog.Logger) *records.Folder[Plan] {
	return records.New(records.Config[Plan]{
		Dir: dir, Suffix: planSuffix, Noun: "plan", FileMode: 0o644, DirMode: 0o755, Largest: largest,
		ValidID: isID, ID: func(p *Plan) string { return p.ID },
		Decode: decode, Encode: (*Plan).encode, Clone: (*Plan).clone, Logger: logger,
		Cache: cache,
	})
}

// created returns the creation time of a plan, or 0 for a plan of another program without one.
func created(p *Plan) int64 {
	if p.CreatedAt == nil {
		return 0
	}
	return int64(*p.CreatedAt)
}
