package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
	s.Given, s.Unchosen = givenMemory(line), !isGiven(line, workspaceFlag) && os.Getenv("PLOTLINE_WORKSPACE") == ""
	if slices.ContainsFunc(line.Flags(), func(f *kong.Flag) bool { return f.Name == "print-config" && f.Target.Bool() }) {
		if s.Unchosen && !isGiven(line, "media-root") && os.Getenv("PLOTLINE_MEDIA_ROOT") == "" { // which is that of default
			s.Workspace = graph.AutoWorkspace
		}
		return nil
	}
	if s.Unchosen && s.knowsProject(line) {
		s.Unchosen = false
		return s.chooseWorkspace(ctx, currentFolder, ".")
	}
	if s.Workspace != graph.AutoWorkspace {
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

// ofGraph are the commands that work on the graph alone. Media folders, plans and scenes belong to the workspace of a server.
var ofGraph = []string{"recall", "episodes", "relationships", "graph", "import", "export", "embed", "reindex", "doctor"}

// knowsProject reports whether a command whose line names no workspace uses that of the repository of the current folder: an agent or an
// import has used it before, so a person and an agent look at one memory. Only commands of the graph choose by the folder.
func (s *settings) knowsProject(line *kong.Context) bool {
	if !slices.ContainsFunc(line.Path, func(p *kong.Path) bool { return p.Command != nil && slices.Contains(ofGraph, p.Command.Name) }) {
		return false
	}
	found, is := project.Of(".")
	if !is {
		return false
	}
	dataDir, err := s.dataDir()
	if err != nil {
		return false
	}
	workspace, err := project.Known(dataDir, found.Root)
	return err == nil && workspace != ""
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

// useRepository selects the workspace of the repository that an import reads, if it is that of the current folder and nothing else is
// selected.
func (s *settings) useRepository(ctx context.Context, dir string) error {
	read, is := project.Of(dir)
	here, inside := project.Of(".")
	if !s.Unchosen || !is || !inside || read.Root != here.Root {
		return nil
	}
	s.Unchosen = false
	return s.chooseWorkspace(ctx, currentFolder, dir)
}

// The flags that select a graph, besides those of a Neo4j, which are better set in the environment.
const (
	dataDirFlag   = "data-dir"
	workspaceFlag = "workspace"
)

// isGiven reports whether the line or the configuration file sets a flag. The environment does not count.
func isGiven(line *kong.Context, name string) bool {
	return slices.ContainsFunc(line.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == name })
}

// givenMemory returns the flags of the line that select a graph, each after a blank, for the proposal of another command.
func givenMemory(line *kong.Context) string {
	var text strings.Builder
	for _, p := range line.Path {
		if p.Flag == nil || p.Resolved || p.Flag.Name != dataDirFlag && p.Flag.Name != workspaceFlag {
			continue
		}
		text.WriteString(" " + shellLine([]string{"--" + p.Flag.Name, p.Flag.Target.String()}))
	}
	return text.String()
}

// printAgentWorkspace says which workspace an agent with --workspace auto uses in the project of a folder, if nothing has
// selected the workspace of the command. Else a person and an agent would look at two memories, and not notice.
func (s *settings) printAgentWorkspace(std streams, dir string) {
	if !s.Unchosen {
		return
	}
	found, is := project.Of(dir)
	if !is {
		return
	}
	dataDir, err := s.dataDir()
	if err != nil {
		return
	}
	workspace, err := project.Peek(dataDir, found)
	if err != nil || workspace == s.Workspace {
		return
	}
	add := workspace
	if here, is := project.Of("."); is && here.Root == found.Root {
		add = graph.AutoWorkspace
	}
	printMessage(std, "An agent that is started with --workspace auto uses the workspace %s in %s. "+
		"To use the same, add --workspace %s, or set PLOTLINE_WORKSPACE=%[3]s.", workspace, filepath.Base(found.Root), add)
}

// printServedWorkspace says that a server does not serve the workspace of the repository that it is started in, if that is used and
// nothing has selected another. Else REST and MCP seem empty beside the command and the pages, and nobody knows why.
func (s *settings) printServedWorkspace(std streams) {
	found, is := project.Of(".")
	dataDir, err := s.dataDir()
	if !s.Unchosen || !is || err != nil {
		return
	}
	if workspace, err := project.Known(dataDir, found.Root); err == nil && workspace != "" && workspace != s.Workspace {
		printMessage(std, "MCP and REST use the workspace %s. That of the repository here is %s: to serve it, add --workspace auto.", s.Workspace, workspace)
	}
}

// printNoProject says that auto found no project, to a person. An agent reads no messages.
func (s *settings) printNoProject(line *kong.Context, std streams) {
	if node := line.Selected(); s.ChosenBy == "" || s.Project != nil || !isTerminal(std.err) ||
		node == nil || node.Name == "mcp" || node.Name == "doctor" {
		return
	}
	printMessage(std, "--workspace auto uses the workspace %s, because %s is in no git repository.", s.Workspace, s.ChosenBy)
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
