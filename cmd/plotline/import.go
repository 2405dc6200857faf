package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/fault"
)

// example is a small example graph, for users without a history to import.
//
//go:embed example.jsonl
var example []byte

type importCommand struct {
	File    importFile    `cmd:"" default:"withargs" help:"Import JSON Lines that plotline export wrote."`
	Git     importGit     `cmd:"" help:"Import the history of a git repository. Each commit becomes an episode."`
	Memory  importMemory  `cmd:"" help:"Import the file of the reference MCP memory server. Each entity becomes an episode."`
	Example importExample `cmd:"" help:"Import a small example graph."`
}

// importFlags are the flags of every import command.
type importFlags struct {
	auditSettings
	jsonSettings
	modelSettings
}

// Validate checks the flags of the model. Kong calls it after parsing.
func (f *importFlags) Validate() error { return f.validate() }

// source is a file to import, or standard input.
type source struct {
	name   string // "" for standard input
	size   int64  // −1 if unknown
	date   time.Time
	reader io.Reader
	close  func()

	question string // to ask when it is imported
	project  string // folder of the project that the source is about; "" for the current folder
}

// anyQuestion stands for the question of a person whose import Plotline does not know.
const anyQuestion = "what you want to know"

// open opens a file by its path. The path - means standard input, which must not be a terminal.
func (std streams) open(ctx context.Context, path string) (source, error) {
	if path == "-" {
		if isTerminal(std.in) {
			return source{}, errors.New("standard input is a terminal; give a FILE, or pipe an export in")
		}
		return source{size: -1, date: time.Now(), reader: std.in, close: func() {}, question: anyQuestion}, nil
	}
	file, err := openFile(ctx, path)
	if err != nil {
		return source{}, fmt.Errorf("cannot read the import: %w", err)
	}
	from := source{
		name: filepath.Base(path), size: -1, date: time.Now(), reader: file, close: func() { _ = file.Close() }, question: anyQuestion,
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		from.size, from.date = info.Size(), info.ModTime()
	}
	return from, nil
}

// openFile opens a file for reading. It stops when ctx ends, because opening a named pipe without a writer
// blocks.
func openFile(ctx context.Context, path string) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		file, err := os.Open(path)
		opened <- result{file, err}
	}()
	select {
	case got := <-opened:
		return got.file, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// nameInError adds the file's name to an error about one of its lines.
func (s source) nameInError(err error) error {
	own, is := errors.AsType[*fault.Error](err)
	if !is || s.name == "" {
		return err
	}
	named := *own
	named.Details = s.name + ", " + own.Details
	if own.Details == "" {
		named.Details = s.name + ": " + own.Title()
	}
	return &named
}

type importFile struct {
	importFlags
	Path string `arg:"" optional:"" default:"-" placeholder:"FILE" help:"File of JSON Lines (default: standard input; - too)."`
}

// Run imports JSON Lines. A second run skips existing entries.
func (c *importFile) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	from, err := std.open(ctx, c.Path)
	if suggested := suggestCommand(line, c.Path); errors.Is(err, fs.ErrNotExist) && suggested != "" {
		return fmt.Errorf("%w%s", err, suggested)
	}
	if err != nil {
		return err
	}
	defer from.close()
	return c.lines(ctx, s, std, from)
}

func (f *importFlags) lines(ctx context.Context, s *settings, std streams, from source) error {
	read := &countingReader{Reader: from.reader}
	from.reader = read
	err := runImport(ctx, s, std, *f, &from, importedText, func(ctx context.Context, p *program, r io.Reader) (graph.Imported, error) {
		return transfer.JSONLines(ctx, p.service, p.caller, r)
	})
	if err == nil && read.bytes == 0 && !f.JSON { // no error, because the export of an empty workspace is empty
		printMessage(std, "There was nothing to import: the input is empty.")
	}
	return err
}

// countingReader counts the bytes that it reads.
type countingReader struct {
	io.Reader

	bytes int64
}

// Read implements io.Reader.
func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.bytes += int64(n)
	return n, err
}

// runImport opens the graph, imports a source with a progress bar, reports the counts, and makes missing vectors.
func runImport[T any](
	ctx context.Context, s *settings, std streams, f importFlags, from *source, text func(T) string,
	load func(ctx context.Context, p *program, r io.Reader) (T, error),
) error {
	p, err := s.open(std, f.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	bar := newBar(std, from.size)
	done, err := load(bar.context(ctx), p, bar.reader(from.reader))
	bar.end()
	if err != nil {
		return stoppedImport(ctx, from.nameInError(err))
	}
	if err := printCounts(std.out, f.JSON, done, text(done)); err != nil {
		return err
	}
	afterImport.makeVectors(ctx, p, f.modelSettings, std)
	if !f.JSON && isTerminal(std.err) {
		printMessage(std, "The workspace is %s. To ask it, run: plotline recall%s %q", s.Workspace, s.Given, from.question)
		s.printAgentWorkspace(std, cmp.Or(from.project, "."))
	}
	return nil
}

// stoppedImport adds to the error of an interrupted import what is stored, and how to go on.
func stoppedImport(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	stored := "what was imported before is stored"
	if lines, ok := fault.From(err).Extra["lines"].(string); ok {
		first, last, _ := strings.Cut(lines, "–")
		stored = fmt.Sprintf("the lines before %s are stored", first)
		if first == "1" {
			stored = fmt.Sprintf("at most %s lines are stored", last)
		}
	}
	return withProgress(ctx, err, stored+"; run the command again to continue")
}

func importedText(n graph.Imported) string {
	return fmt.Sprintf("Imported %d episodes and %d relationships; %d and %d already existed.",
		n.EpisodesCreated, n.RelationshipsCreated, n.EpisodesSkipped, n.RelationshipsSkipped)
}

// printCounts prints counts as JSON or as text.
func printCounts(w io.Writer, asJSON bool, counts any, text string) error {
	if asJSON {
		return printJSON(w, counts)
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

type importGit struct {
	importFlags
	Repository string `arg:"" default:"." help:"Folder of the repository."`
	Follow     bool   `help:"Also read a repository that the folder leads to: that of a parent folder, or by links, alternates and the like."`
}

// Run imports a history. A second run adds only new commits.
func (c *importGit) Run(ctx context.Context, s *settings, std streams) error {
	if err := s.useRepository(ctx, c.Repository); err != nil {
		return err
	}
	from := source{size: -1, question: "what was fixed, and why?", project: c.Repository}
	return runImport(ctx, s, std, c.importFlags, &from, historyText,
		func(ctx context.Context, p *program, _ io.Reader) (transfer.GitResult, error) {
			done, err := transfer.Git(ctx, p.service, p.caller, c.Repository, c.Follow)
			if done.Reverted > 0 {
				from.question = "what was reverted, and why?"
			}
			return done, err
		})
}

func historyText(n transfer.GitResult) string {
	return fmt.Sprintf("The graph has the %d commits of this history and %d relationships. Reverted later: %d; fixed within a week: %d.",
		n.Commits, n.Relationships, n.Reverted, n.Fixed)
}

type importMemory struct {
	importFlags
	Path string `arg:"" placeholder:"FILE" help:"File of the memory server (memory.jsonl), or - for standard input."`
}

// Run imports a memory file. A second run adds only new entries.
func (c *importMemory) Run(ctx context.Context, s *settings, std streams) error {
	from, err := std.open(ctx, c.Path)
	if err != nil {
		return err
	}
	defer from.close()
	return runImport(ctx, s, std, c.importFlags, &from, memoryText,
		func(ctx context.Context, p *program, r io.Reader) (transfer.MemoryResult, error) {
			return transfer.Memory(ctx, p.service, p.caller, r, from.date)
		})
}

func memoryText(n transfer.MemoryResult) string {
	text := fmt.Sprintf("The file has %d entities and %d relations: %d episodes are new, %d have new observations; %d relationships are new.",
		n.Entities, n.Relations, n.EpisodesCreated, n.EpisodesUpdated, n.RelationshipsCreated)
	if n.Dangling > 0 {
		text += fmt.Sprintf(" %d relations were left out: they lead from something to itself, or name an entity that the file lacks.", n.Dangling)
	}
	return text
}

type importExample struct{ importFlags }

// Run imports the example graph.
func (c *importExample) Run(ctx context.Context, s *settings, std streams) error {
	return c.lines(ctx, s, std, exampleSource())
}

func exampleSource() source {
	return source{size: -1, reader: bytes.NewReader(example), question: "why did orders arrive twice?"}
}
