package media

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/graph/fault"
)

// Folders are the media roots of all workspaces: where the media folders of each may lie. The zero value
// has none, and allows every folder to every workspace.
type Folders struct {
	roots  map[string][]Path
	closed bool
}

// NewFolders reads the values of --media-root: WORKSPACE=PATH, or a PATH alone for the default workspace.
// A text that names no absolute path is an error. With roots, a workspace that has none reaches no folder;
// closed makes that so without any root too.
func NewFolders(texts []string, closed bool) (Folders, error) {
	f := Folders{closed: closed || len(texts) > 0, roots: map[string][]Path{}}
	for _, text := range texts {
		workspace, root, ok := parseRoot(text)
		if !ok {
			return Folders{}, fault.Invalid(`media root %q is not an absolute path without "." and ".."; `+
				`give the whole path, or WORKSPACE=PATH with the name of a workspace`, text)
		}
		f.roots[workspace] = append(f.roots[workspace], root)
	}
	return f, nil
}

// parseRoot takes what stands before the first "=" for a workspace only if it can be one and an absolute
// path follows: a path may hold "=" itself.
func parseRoot(text string) (workspace string, root Path, ok bool) {
	name, path, cut := strings.Cut(text, "=")
	if cut && graph.ValidWorkspace(name) == nil {
		if root, ok = ParsePath(path); ok {
			return name, root, true
		}
	}
	root, ok = ParsePath(text)
	return graph.DefaultWorkspace, root, ok
}

// Of gives the roots of one workspace.
func (f Folders) Of(workspace string) Roots {
	return Roots{workspace: workspace, Paths: f.roots[workspace], Anywhere: !f.closed}
}

// All gives the roots of every workspace that has one, the workspaces sorted by name.
func (f Folders) All() []Roots {
	all := make([]Roots, 0, len(f.roots))
	for workspace := range f.roots {
		all = append(all, f.Of(workspace))
	}
	slices.SortFunc(all, func(a, b Roots) int { return strings.Compare(a.workspace, b.workspace) })
	return all
}

// Roots are the folders that the media folders of one workspace must lie in. The zero value allows none.
type Roots struct {
	workspace string
	Paths     []Path
	Anywhere  bool // no root is configured for any workspace, and none is needed
}

// Workspace is whose roots they are.
func (r Roots) Workspace() string { return r.workspace }

// Allow tells whether a folder lies in a root or is one: by its text, and also where its symbolic links
// lead, as far as it exists. The error is permission_denied and names the folder.
func (r Roots) Allow(folder Path) error {
	switch {
	case r.Anywhere || hold(r.Paths, folder) && r.holdResolved(folder):
		return nil
	case len(r.Paths) == 0:
		return fault.Newf(fault.PermissionDenied, "the workspace %q has no media root, and so no folder that it may reach; "+
			"start Plotline with --media-root %s=PATH for it", r.workspace, r.workspace)
	}
	return r.outside(folder)
}

func (r Roots) outside(folder Path) error {
	return fault.Newf(fault.PermissionDenied, "the folder %q lies outside the media roots of the workspace %q; "+
		"choose a folder inside one, or start with --media-root %s=PATH for it", string(folder), r.workspace, r.workspace)
}

// Open opens a folder that Allow allows. The handle comes from that of its media root, so that a folder on
// the way that becomes a link after the check leads nowhere else. The errors are Allow's and the system's.
func (r Roots) Open(folder Path) (*os.Root, error) {
	if r.Anywhere {
		return os.OpenRoot(folder.Native())
	}
	if err := r.Allow(folder); err != nil {
		return nil, err
	}
	target, ok := resolve(folder)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: folder.Native(), Err: fs.ErrNotExist}
	}
	for _, root := range resolved(r.Paths) {
		if root == target {
			return os.OpenRoot(root.Native())
		}
		if rel, inside := root.Rel(target); inside {
			return openBelow(root, rel)
		}
	}
	return nil, r.outside(folder) // a link on the way was changed just now
}

func openBelow(root Path, rel string) (*os.Root, error) {
	outer, err := os.OpenRoot(root.Native())
	if err != nil {
		return nil, err
	}
	defer func() { _ = outer.Close() }()
	return outer.OpenRoot(filepath.FromSlash(rel))
}

// hold judges by the text alone.
func hold(roots []Path, folder Path) bool {
	return slices.ContainsFunc(roots, func(root Path) bool { return root == folder || root.Contains(folder) })
}

func (r Roots) holdResolved(folder Path) bool {
	target, ok := resolve(folder)
	return ok && hold(resolved(r.Paths), target)
}

// resolved are roots without symbolic links. One that cannot be resolved holds nothing.
func resolved(roots []Path) []Path {
	targets := make([]Path, 0, len(roots))
	for _, root := range roots {
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
