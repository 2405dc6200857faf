package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/internal/durable"
)

type graphCommand struct {
	Show          graphShow          `cmd:"" paged:"" default:"withargs" help:"Draw the newest episodes, or the given ones."`
	Order         graphOrder         `cmd:"" paged:"" help:"List episodes so that each comes after those it depends on."`
	Relationships graphRelationships `cmd:"" paged:"" help:"List the relationships of an episode, oldest first."`
	Exists        graphExists        `cmd:"" paged:"" help:"Check whether relationships lead from one episode to another."`
	Cycles        graphCycles        `cmd:"" paged:"" help:"Check whether a new relationship would close a cycle. Without episodes, look for cycles."`
}

type graphShow struct {
	Episodes []string `arg:"" optional:"" field:"episode_ids" help:"Ids or numbers of episodes (default: the newest episodes)."`
	Format   string   `enum:"auto,tree,mermaid,graphviz,svg,json" default:"auto" help:"tree, mermaid, graphviz, svg, json, or auto: that of the extension of --output, else tree in a terminal, otherwise mermaid."`
	Type     []string `field:"relationship_types" placeholder:"TYPE" predictor:"type" help:"Only relationships of these types."`
	MaxNodes string   `field:"max_nodes" placeholder:"N" help:"Maximum number of episodes (1–500; default: 100)."`
	Depth    string   `field:"depth" placeholder:"N" help:"Also draw episodes up to this many hops away (0–5; default: 1 with one episode, else 0)."`
	Labels   string   `field:"labels" enum:"readable,plain" default:"readable" help:"readable: types in words, with rewards; plain: names and types as they are stored."`
	Output   string   `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output."`
	JSON     bool     `name:"json" help:"Same as --format=json."`
	auditSettings
	pageSettings
}

// Run draws a part of the graph.
func (c *graphShow) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return readSettings{auditSettings: c.auditSettings}.with(s, std, func(p *program) error {
		if c.Page {
			return c.openPage(ctx, line, s, std, p)
		}
		format, err := c.format(std)
		if err != nil {
			return err
		}
		values := given(line)
		if len(c.Episodes) == 1 && c.Depth == "" { // one episode alone is no drawing
			values.Set("depth", "1")
		}
		values.Set("format", format)
		if format == formatTree { // Plotline draws it from what json has
			values.Set("format", graph.FormatJSON)
			values.Set("labels", "readable")
		}
		out, err := callUseCase[graph.DependencyGraphOutput](ctx, p, "get_dependency_graph", values)
		if err != nil {
			return err
		}
		if out.TotalNodes == 0 {
			s.printEmptyWorkspace(ctx, p, std)
		}
		if format == formatTree {
			return c.writeTree(std, out)
		}
		return c.writeDrawing(std, out)
	})
}

// openPage opens the graph in the browser, with the first of the given episodes.
func (c *graphShow) openPage(ctx context.Context, line *kong.Context, s *settings, std streams, p *program) error {
	view, err := pageView(line, std, nil, "graph")
	if err != nil {
		return err
	}
	if len(c.Episodes) > 0 {
		first, err := callUseCase[graph.GetEpisodeOutput](ctx, p, "get_episode", url.Values{"episode_id": c.Episodes[:1]})
		if err != nil {
			return err
		}
		view.Set("episode", serial(first.ID))
	}
	return c.openAt(ctx, s, std, "/", view)
}

// mostNodes is the maximum number of episodes in one graph.
const mostNodes = 500

// formatTree is the only format that the use case does not draw, because it depends on the window.
const formatTree = "tree"

// formatsOf are the formats of --output, by the extension of its file.
var formatsOf = map[string]string{
	".svg": graph.FormatSVG, ".json": graph.FormatJSON, ".dot": graph.FormatGraphViz, ".gv": graph.FormatGraphViz, ".txt": formatTree,
	"": graph.FormatMermaid, ".mmd": graph.FormatMermaid, ".mermaid": graph.FormatMermaid, ".md": graph.FormatMermaid,
}

// format returns the format to draw.
func (c *graphShow) format(std streams) (string, error) {
	switch {
	case c.JSON:
		return graph.FormatJSON, nil
	case c.Format != "auto":
		return c.Format, nil
	case c.toFile():
		extension := filepath.Ext(c.Output)
		format, known := formatsOf[strings.ToLower(extension)]
		if !known {
			return "", misuse{fmt.Errorf("--output %s: no format has the extension %s; name a file with .svg, .mmd, .dot, .json or .txt, or choose one with --format", c.Output, extension)}
		}
		return format, nil
	case !isTerminal(std.out):
		return graph.FormatMermaid, nil
	}
	return formatTree, nil
}

func (c *graphShow) toFile() bool { return c.Output != "" && c.Output != "-" }

// writeTree writes the tree, and how to see the episodes that it lacks.
func (c *graphShow) writeTree(std streams, out graph.DependencyGraphOutput) error {
	if c.toFile() {
		return c.write(std, func(w io.Writer) error { return printTree(w, out) })
	}
	if err := printTree(std.out, out); err != nil {
		return err
	}
	if out.Truncated {
		printMessage(std, "%d of %d episodes; to see more, add --max-nodes %d, or ids of episodes and --depth.",
			len(out.Nodes), out.TotalNodes, min(out.TotalNodes, mostNodes))
	}
	return nil
}

// writeDrawing writes the drawing to the output.
func (c *graphShow) writeDrawing(std streams, out graph.DependencyGraphOutput) error {
	if !c.toFile() {
		return drawing(std.out, out)
	}
	return c.write(std, func(w io.Writer) error { return drawing(w, out) })
}

// write writes to the file of --output.
func (c *graphShow) write(std streams, write func(w io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if err := durable.Write(c.Output, text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	printMessage(std, "Wrote %s.", c.Output)
	return nil
}

func drawing(w io.Writer, out graph.DependencyGraphOutput) error {
	text, ok := out.Text()
	if !ok {
		return printJSON(w, out)
	}
	_, err := io.WriteString(shownBy(w), text)
	return err
}

// mostCompared bounds how many workspaces are compared with a name that may be misspelt.
const mostCompared = 1000

// printEmptyWorkspace reports an empty workspace, and how to find the one that was meant or to make a first graph.
func (s *settings) printEmptyWorkspace(ctx context.Context, p *program, std streams) {
	others, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) ([]string, error) { return p.store.Workspaces(ctx, "", mostCompared) })
	near := slices.IndexFunc(others, func(other string) bool { return s.ChosenBy == "" && isNear(strings.ToLower(s.Workspace), other) })
	switch {
	case near >= 0:
		printMessage(std, "There are no episodes in the workspace %s; did you mean %s?", s.Workspace, others[near])
	case err == nil && len(others) == 0:
		printMessage(std, "There are no episodes in the workspace %s, nor in any other. To make some, run: plotline import git .%s or plotline import example --workspace bakery", s.Workspace, s.Given)
	default:
		printMessage(std, "There are no episodes in the workspace %s; plotline workspace list shows those that have some. "+
			"To make some here, run: plotline import git .%s", s.Workspace, s.Given)
	}
	s.printAgentWorkspace(std, ".")
}
