package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/internal/project"
)

// projectFolders are the variables in which clients name the folder of the project to the servers that they start.
var projectFolders = []string{"CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"}

// What selects the workspace for auto, besides these variables.
const (
	currentFolder = "the current folder"
	clientRoot    = "the client's root"
)

// findWorkspace replaces --workspace auto by the workspace of the project, or default outside of one. Only the entry for a
// client keeps auto.
func (s *settings) findWorkspace(ctx context.Context, line *kong.Context) error {
	printed := slices.ContainsFunc(line.Flags(), func(f *kong.Flag) bool { return f.Name == "print-config" && f.Target.Bool() })
	if s.Workspace != graph.AutoWorkspace || printed {
		return nil
	}
	if node := line.Selected(); node != nil && node.Name == "mcp" {
		for _, name := range projectFolders {
			if named := os.Getenv(name); named != "" {
				return s.chooseWorkspace(ctx, name, named)
			}
		}
	}
	return s.chooseWorkspace(ctx, currentFolder, ".")
}

// chooseWorkspace selects the workspace of the project that a folder belongs to, or default outside of one.
func (s *settings) chooseWorkspace(ctx context.Context, by, dir string) error {
	s.Workspace, s.ChosenBy, s.Project = graph.DefaultWorkspace, by, nil
	found, is := project.Of(dir)
	if !is {
		return nil
	}
	dataDir, err := s.dataDir()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dataDir, 0o700); err != nil { //nolint:gosec // the user names the folder
		return fmt.Errorf("the data folder cannot be made: %w", err)
	}
	known, err := project.Lookup(ctx, dataDir, found)
	if err != nil {
		return fmt.Errorf("--workspace auto: %w", err)
	}
	s.Workspace, s.Project = known.Workspace, &known
	return nil
}

// describeWorkspace says which workspace is used, and why.
func (s *settings) describeWorkspace() finding {
	f := finding{Check: "workspace", State: well, Found: s.Workspace}
	if s.Project == nil {
		if s.ChosenBy != "" {
			f.Found += ": " + s.ChosenBy + " is in no git repository"
		}
		return f
	}
	f.Found += " of the project " + s.Project.Root
	if s.Project.Identity != s.Project.Root {
		f.Found += ", origin " + s.Project.Identity
	}
	if len(s.Project.Others) > 0 {
		f.State = note
		f.Advice = "other folders have the same origin, so they have the same workspace: " + strings.Join(s.Project.Others, ", ")
	}
	return f
}

// defaultFinding says how to copy what was recorded before in the workspace default, which no project has.
func (s *settings) defaultFinding(ctx context.Context, p *program) []finding {
	if s.Project == nil {
		return nil
	}
	extent, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Extent, error) { return p.store.Extent(ctx, graph.DefaultWorkspace) })
	if err != nil || extent.Episodes == 0 {
		return nil
	}
	return []finding{{
		Check: "default", State: note, Found: countNoun(extent.Episodes, "episode") + " in the workspace default",
		Advice: "to copy them to this project's, run: plotline export --workspace default | plotline import --workspace " + s.Workspace,
	}}
}
