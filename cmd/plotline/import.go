package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/graph/usecase"
)

// example is a small graph of ours, for who has no history at hand.
//
//go:embed example.jsonl
var example []byte

type importCommand struct {
	File    importFile    `cmd:"" default:"withargs" help:"JSON Lines of episodes and relationships; - is standard input."`
	Git     importGit     `cmd:"" help:"The history of a git repository: every commit an episode."`
	Example importExample `cmd:"" help:"A small example graph."`
}

// importFlags are common to the ways in.
type importFlags struct {
	auditSettings
	jsonSettings
}

type importFile struct {
	importFlags
	Path string `arg:"" placeholder:"FILE" help:"File of JSON Lines, or -."`
}

// Run imports JSON Lines. Running it again skips what is there.
func (c *importFile) Run(ctx context.Context, s *settings, std streams) error {
	in := std.in
	if c.Path != "-" {
		file, err := os.Open(c.Path)
		if err != nil {
			return fmt.Errorf("cannot read the import: %w", err)
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	return c.lines(ctx, s, std, in)
}

func (f importFlags) lines(ctx context.Context, s *settings, std streams, in io.Reader) error {
	p, err := s.open(std, "command", f.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	done, err := transfer.JSONLines(withProgress(ctx, std), p.service, p.caller, in)
	if err != nil {
		return err
	}
	return f.report(std, done, importedText(done))
}

func importedText(n graph.Imported) string {
	return fmt.Sprintf("Imported %d episodes and %d relationships; %d and %d were there already.",
		n.EpisodesCreated, n.RelationshipsCreated, n.EpisodesSkipped, n.RelationshipsSkipped)
}

func (f importFlags) report(std streams, counts any, text string) error {
	if f.JSON {
		return printJSON(std.out, counts)
	}
	_, err := fmt.Fprintln(std.out, text)
	return err
}

type importGit struct {
	importFlags
	Repository string `arg:"" default:"." help:"Folder of the repository."`
	OrExample  bool   `help:"Import the example graph when there is no history."`
}

// Run imports a history. Running it again adds what is new.
func (c *importGit) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, "command", c.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	done, err := transfer.Git(withProgress(ctx, std), p.service, p.caller, c.Repository)
	if errors.Is(err, transfer.ErrNoHistory) && c.OrExample {
		_, _ = fmt.Fprintf(std.err, "There is %v; importing the example instead.\n", err)
		return c.lines(ctx, s, std, bytes.NewReader(example))
	}
	if err != nil {
		return err
	}
	return c.report(std, done, fmt.Sprintf(
		"The graph has the %d commits of this history and %d relationships; %d commits were reverted later.",
		done.Commits, done.Relationships, done.Reverted))
}

type importExample struct{ importFlags }

// Run imports the example graph.
func (c *importExample) Run(ctx context.Context, s *settings, std streams) error {
	return c.lines(ctx, s, std, bytes.NewReader(example))
}

// withProgress shows how far an import is on a terminal, and nothing elsewhere.
func withProgress(ctx context.Context, std streams) context.Context {
	file, ok := std.err.(*os.File)
	if !ok {
		return ctx
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return ctx
	}
	return usecase.WithProgress(ctx, func(_ context.Context, done, _ int, unit string) {
		_, _ = fmt.Fprintf(file, "\r%d %s\x1b[K\r", done, unit)
	})
}
