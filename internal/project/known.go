package project

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"plotline/internal/durable"
)

// fileName is the file of the data folder that keeps which project has which workspace.
const fileName = "projects.json"

// known is the content of the file.
type known struct {
	Version int              `json:"version"`
	Paths   map[string]entry `json:"paths"` // by root
}

type entry struct {
	Identity  string `json:"identity"`
	Workspace string `json:"workspace"`
}

// Found is a project with its workspace.
type Found struct {
	Project

	Workspace string
	// Others are the roots of further copies on this machine, which have the same identity and so the same workspace.
	Others []string
}

// Lookup returns the workspace of a project. The data folder keeps it, so that a project that gets a remote, or another one,
// keeps its memory.
func Lookup(ctx context.Context, dataDir string, p Project) (Found, error) {
	file := filepath.Join(dataDir, fileName)
	if all, err := read(file); err != nil || all.Paths[p.Root].Workspace != "" {
		return all.found(p), err
	}
	var found Found
	err := change(ctx, dataDir, func(all *known) error {
		if all.Paths[p.Root].Workspace == "" {
			all.Paths[p.Root] = entry{p.Identity, all.workspaceOf(p)}
		}
		found = all.found(p)
		return nil
	})
	return found, err
}

// change changes the file under a lock between processes.
func change(ctx context.Context, dataDir string, edit func(all *known) error) error {
	file := filepath.Join(dataDir, fileName)
	release, err := durable.Lock(ctx, file+".lock")
	if err != nil {
		return err
	}
	defer release()
	all, err := read(file)
	if err != nil {
		return err
	}
	all.Version = 1
	if all.Paths == nil {
		all.Paths = map[string]entry{}
	}
	if err := edit(&all); err != nil {
		return err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return durable.Write(file, append(text, '\n'), 0o600)
}

// Link gives a project the workspace of another one, and returns it. What the first had recorded stays in its old workspace.
func Link(ctx context.Context, dataDir string, p, to Project) (workspace string, err error) {
	err = change(ctx, dataDir, func(all *known) error {
		workspace = all.Paths[to.Root].Workspace
		if workspace == "" {
			workspace = all.workspaceOf(to)
			all.Paths[to.Root] = entry{to.Identity, workspace}
		}
		all.Paths[p.Root] = entry{p.Identity, workspace}
		return nil
	})
	return workspace, err
}

// Forget removes what is known of a root.
func Forget(ctx context.Context, dataDir, root string) error {
	return change(ctx, dataDir, func(all *known) error {
		delete(all.Paths, root)
		return nil
	})
}

// Copies lists the roots that share a workspace with others, each group sorted.
func Copies(dataDir string) ([][]string, error) {
	all, err := read(filepath.Join(dataDir, fileName))
	if err != nil {
		return nil, err
	}
	roots := map[string][]string{}
	for root, e := range all.Paths {
		if _, gone := os.Stat(root); gone == nil {
			roots[e.Workspace] = append(roots[e.Workspace], root)
		}
	}
	var groups [][]string
	for _, workspace := range slices.Sorted(maps.Keys(roots)) {
		if group := roots[workspace]; len(group) > 1 {
			slices.Sort(group)
			groups = append(groups, group)
		}
	}
	return groups, nil
}

// Peek returns the workspace that Lookup would return, and stores nothing.
func Peek(dataDir string, p Project) (workspace string, err error) {
	all, err := read(filepath.Join(dataDir, fileName))
	if known := all.Paths[p.Root].Workspace; err != nil || known != "" {
		return known, err
	}
	return all.workspaceOf(p), nil
}

// Known returns the workspace of a root that Lookup has seen, or "".
func Known(dataDir, root string) (workspace string, err error) {
	all, err := read(filepath.Join(dataDir, fileName))
	return all.Paths[root].Workspace, err
}

// workspaceOf returns the workspace of a new root: that of a root with the same identity, if there is one.
func (k known) workspaceOf(p Project) string {
	for _, e := range k.Paths {
		if e.Identity == p.Identity {
			return e.Workspace
		}
	}
	return p.Workspace()
}

func (k known) found(p Project) Found {
	f := Found{Project: p, Workspace: k.Paths[p.Root].Workspace}
	for root, e := range k.Paths {
		if _, gone := os.Stat(root); root != p.Root && e.Workspace == f.Workspace && gone == nil {
			f.Others = append(f.Others, root)
		}
	}
	slices.Sort(f.Others)
	return f
}

func read(file string) (known, error) {
	const most = 16 << 20
	var all known
	err := durable.ReadJSON(file, most, &all)
	return all, err
}
