package media

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"plotline/graph/fault"
)

// Roots are the folders that media folders must lie in; none allow every folder.
type Roots []Path

// NewRoots reads the roots of --media-root. One that is not absolute is an error that names it.
func NewRoots(texts []string) (Roots, error) {
	var roots Roots
	for _, text := range texts {
		root, ok := ParsePath(text)
		if !ok {
			return nil, fault.Invalid(`media root %q is not an absolute path without "." and ".."; give the whole path`, text)
		}
		roots = append(roots, root)
	}
	return roots, nil
}

// Allow tells whether a folder lies in a root or is one: by its text, and also where its symbolic links
// lead, as far as it exists. The error is permission_denied and names the folder.
func (r Roots) Allow(folder Path) error {
	if len(r) == 0 || (r.hold(folder) && r.resolved().holdResolved(folder)) {
		return nil
	}
	return fault.Newf(fault.PermissionDenied,
		"the folder %q lies outside the media roots; choose a folder inside one, or start with --media-root for it", string(folder))
}

// hold judges by the text alone.
func (r Roots) hold(folder Path) bool {
	for _, root := range r {
		if root == folder || root.Contains(folder) {
			return true
		}
	}
	return false
}

func (r Roots) holdResolved(folder Path) bool {
	target, ok := resolve(folder)
	return ok && r.hold(target)
}

// resolved are the roots without symbolic links. One that cannot be resolved holds nothing.
func (r Roots) resolved() Roots {
	targets := make(Roots, 0, len(r))
	for _, root := range r {
		if p, ok := resolve(root); ok {
			targets = append(targets, p)
		}
	}
	return targets
}

// resolve follows the symbolic links of whatever part of the path exists. It is false when that cannot
// be told: a link that leads nowhere may lead anywhere tomorrow.
func resolve(p Path) (Path, bool) {
	text, err := filepath.EvalSymlinks(p.Native())
	if err == nil {
		return ParsePath(text)
	}
	if !errors.Is(err, fs.ErrNotExist) || p == p.Dir() {
		return "", false
	}
	if _, err := os.Lstat(p.Native()); !errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	parent, ok := resolve(p.Dir())
	return parent.Join(p.Base()), ok
}
