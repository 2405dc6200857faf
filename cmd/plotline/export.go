package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/durable"
	"plotline/internal/fault"
)

type exportCommand struct {
	auditSettings
	Output string `short:"o" default:"-" placeholder:"FILE" help:"File to write; - is standard output. A failed export does not change it."`
	JSON   bool   `name:"json" help:"Print the counts as JSON: to standard output with --output FILE, else to standard error."`
}

// Run writes the workspace as JSON Lines.
func (c *exportCommand) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, c.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	return c.write(ctx, s, p, std)
}

// write writes the workspace of an open program. A person at a terminal is asked before a file is replaced.
func (c *exportCommand) write(ctx context.Context, s *settings, p *program, std streams) (err error) {
	if info, missing := os.Stat(c.Output); c.Output != "-" && missing == nil && info.Mode().IsRegular() && isTerminal(std.in) {
		if err := confirm(ctx, std, c.Output+" exists. Replace it? [y/N] ", "nothing was exported"); err != nil {
			return err
		}
	}
	var done graph.Exported
	write := func(w io.Writer) error {
		bar := c.bar(std)
		defer bar.end()
		done, err = transfer.Export(bar.context(ctx), p.service, p.caller, w)
		return err
	}
	words := std.err
	if c.Output == "-" {
		err = write(shownBy(std.out))
	} else {
		words = std.out
		err = withPath(c.Output, durable.Stream(c.Output, 0o600, write))
	}
	if err != nil {
		return err
	}
	return printCounts(words, c.JSON, done, exportedText(done, s.Workspace))
}

func exportedText(n graph.Exported, workspace string) string {
	if n.Episodes == 0 {
		return fmt.Sprintf("There are no episodes in the workspace %s: the export is empty.", workspace)
	}
	return fmt.Sprintf("Exported %d episodes and %d relationships.", n.Episodes, n.Relationships)
}

// workspaceExport is the export of a workspace that an argument names.
type workspaceExport struct {
	Name string `arg:"" help:"Name of the workspace."`
	exportCommand
}

// Run writes the workspace as JSON Lines. It must have something, unlike that of --workspace.
func (c *workspaceExport) Run(ctx context.Context, s *settings, std streams) error {
	named := *s
	named.Workspace = c.Name
	p, err := named.open(std, c.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	extent, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Extent, error) { return p.store.Extent(ctx, c.Name) })
	if err != nil {
		return fault.From(err)
	}
	if extent.Episodes == 0 {
		files, err := p.workspaceFiles(ctx, rootSettings{})
		if err = cmp.Or(err, checkWorkspaceHas(c.Name, 0, files)); err != nil {
			return err
		}
	}
	return c.write(ctx, &named, p, std)
}

// bar returns a progress bar. It shows nothing if the lines themselves go to the terminal.
func (c *exportCommand) bar(std streams) *bar {
	if c.Output == "-" && isTerminal(std.out) {
		return &bar{}
	}
	return newBar(std, -1)
}

// withPath adds the path of the file that could not be written. The file keeps its old content.
func withPath(path string, err error) error {
	if err == nil {
		return nil
	}
	if own, is := errors.AsType[*fault.Error](err); is {
		return own
	}
	return fmt.Errorf("cannot write %s: %w", path, durable.Reason(err))
}
