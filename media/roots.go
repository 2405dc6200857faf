package media

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/durable"
	"plotline/internal/fault"
)

// Folders holds the media roots of all workspaces: the folders in which their media folders may lie. The
// zero value has no roots and allows every folder to every workspace.
type Folders struct {
	roots  map[string][]Path
	closed bool
	own    []Path // Plotline's own data folder, which is no media folder
}

// NewFolders parses the values of --media-root: WORKSPACE=PATH, or only PATH for the default workspace.
// It returns an error if a path is not absolute. If there are any roots, or if closed is set, a workspace
// without roots cannot reach any folder.
func NewFolders(texts []string, closed bool) (Folders, error) {
	f := Folders{closed: closed || len(texts) > 0, roots: map[string][]Path{}}
	for _, text := range texts {
		workspace, root, ok := parseRoot(text)
		if !ok {
			return Folders{}, fault.Invalid(`media root %q must be an absolute path without "." and ".."; `+
				`give the whole path, or WORKSPACE=PATH with the name of a workspace`, text)
		}
		f.roots[workspace] = append(f.roots[workspace], root)
	}
	return f, nil
}

// parseRoot splits at the first "=" only if a valid workspace name precedes it and an absolute path
// follows. A path may contain "=" itself.
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

// Except returns the same folders without one and all below it: Plotline's own data folder, whose plans and tokens no
// plan may move.
func (f Folders) Except(own Path) Folders {
	f.own = []Path{own}
	return f
}

// Of returns the roots of one workspace.
func (f Folders) Of(workspace string) Roots {
	return Roots{workspace: workspace, Paths: f.roots[workspace], Unrestricted: !f.closed, own: f.own}
}

// All returns the roots of every workspace that has any, sorted by workspace.
func (f Folders) All() []Roots {
	all := make([]Roots, 0, len(f.roots))
	for workspace := range f.roots {
		all = append(all, f.Of(workspace))
	}
	slices.SortFunc(all, func(a, b Roots) int { return strings.Compare(a.workspace, b.workspace) })
	return all
}

// Roots are the folders in which the media folders of one workspace must lie. The zero value allows none.
type Roots struct {
	workspace    string
	Paths        []Path
	Unrestricted bool // no roots are configured for any workspace, and none are required

	own []Path
}

// Workspace returns the workspace of the roots.
func (r Roots) Workspace() string { return r.workspace }

// Allow checks that a folder is a root or lies in one, and not in Plotline's data folder. It checks the text, and also the target of
// symbolic links, as far as the path exists. The error is permission_denied and names the folder.
func (r Roots) Allow(folder Path) error {
	switch {
	case contains(r.own, folder) || within(r.own, folder):
		return fault.Newf(fault.PermissionDenied, "the folder %q is in Plotline's data folder, which holds no media; choose another one", string(folder))
	case r.Unrestricted || contains(r.Paths, folder) && within(r.Paths, folder):
		return nil
	case len(r.Paths) == 0:
		return fault.Newf(fault.PermissionDenied, "the workspace %q has no media root, so it can use no media folder; "+
			"start Plotline with --media-root %s=PATH for it", r.workspace, r.workspace)
	}
	return r.outside(folder)
}

// Own returns Plotline's data folder, without links, if it lies in the folder; otherwise "". No plan for the folder may name
// files in it.
func (r Roots) Own(folder Path) Path {
	target, ok := resolve(folder)
	for _, own := range resolved(r.own) {
		if ok && target.Contains(own) {
			rel, _ := target.Rel(own)
			return folder.Join(rel)
		}
	}
	return ""
}

func (r Roots) outside(folder Path) error {
	return fault.Newf(fault.PermissionDenied, "the folder %q is outside the media roots of the workspace %q; "+
		"choose a folder inside one, or start with --media-root %s=PATH for it", string(folder), r.workspace, r.workspace)
}

// Open opens a folder that Allow allows. It opens the folder through the handle of its media root, so
// that a folder replaced by a link after the check leads nowhere else. The errors are Allow's and the
// system's.
func (r Roots) Open(folder Path) (*os.Root, error) {
	if err := r.Allow(folder); err != nil {
		return nil, err
	}
	if r.Unrestricted {
		return durable.Root(folder.Native())
	}
	target, ok := resolve(folder)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: folder.Native(), Err: fs.ErrNotExist}
	}
	for _, root := range resolved(r.Paths) {
		if root == target {
			return durable.Root(root.Native())
		}
		if rel, inside := root.Rel(target); inside {
			return openBelow(root, rel)
		}
	}
	return nil, r.outside(folder) // a link on the path has just changed
}

func openBelow(root Path, rel string) (*os.Root, error) {
	outer, err := durable.Root(root.Native())
	if err != nil {
		return nil, err
	}
	defer func() { _ = outer.Close() }()
	return durable.RootIn(outer, filepath.FromSlash(rel))
}

// contains compares only the text.
func contains(roots []Path, folder Path) bool {
	return slices.ContainsFunc(roots, func(root Path) bool { return root == folder || root.Contains(folder) })
}

// within compares the targets of symbolic links.
func within(roots []Path, folder Path) bool {
	if len(roots) == 0 {
		return false
	}
	target, ok := resolve(folder)
	return ok && contains(resolved(roots), target)
}

// resolved returns the roots without symbolic links. It omits roots that cannot be resolved.
func resolved(roots []Path) []Path {
	targets := make([]Path, 0, len(roots))
	for _, root := range roots {
		if p, ok := resolve(root); ok {
			targets = append(targets, p)
		}
	}
	return targets
}

// resolve follows the symbolic links in the existing part of the path. It returns false for a dangling
// link, because its target may change later.
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
