package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"plotline/graph/sqlitestore"
	"plotline/internal/backup"
	"plotline/internal/fault"
)

type backupCommand struct {
	Create backupCreate `cmd:"" default:"withargs" help:"Write a backup of the data folder."`
	Show   backupShow   `cmd:"" help:"Show what a backup has."`
}

type backupCreate struct {
	auditSettings
	rootSettings
	jsonSettings
	File         string `arg:"" type:"path" help:"File to write, such as plotline.tar.zst; - is standard output. It is replaced when the backup is complete."`
	WithoutGraph bool   `help:"Leave out the graph. With Neo4j, which has its own backups, this is required."`
}

// Run writes a backup, while other processes use the data folder.
func (c *backupCreate) Run(ctx context.Context, s *settings, std streams) error {
	if err := c.check(s, std); err != nil {
		return err
	}
	return readSettings{c.jsonSettings, c.auditSettings}.with(s, std, func(p *program) error {
		if err := p.addPlans(c.rootSettings); err != nil {
			return misuse{err}
		}
		bar := newBar(std, -1)
		made, err := c.write(bar.context(ctx), p, std.out)
		bar.end()
		if err != nil {
			return err
		}
		words := std.out
		if c.File == "-" {
			words = std.err
		}
		return c.print(words, made)
	})
}

func (c *backupCreate) check(s *settings, std streams) error {
	if s.usesNeo4j() && !c.WithoutGraph {
		return fault.New(fault.InvalidArgument, "The graphs are in Neo4j, which has its own backups: neo4j-admin database dump, or plotline export "+
			"for one workspace. To back up everything else of the data folder, add --without-graph")
	}
	if c.File == "-" && isTerminal(std.out) {
		return misuse{errors.New("a backup is not text: redirect the output to a file, or name one")}
	}
	return nil
}

func (c *backupCreate) write(ctx context.Context, p *program, out io.Writer) (*backup.Manifest, error) {
	service := backup.Service{Runner: p.runner, DataDir: p.dataDir, Program: version(), Hold: p.plans.Hold}
	if embedded, is := p.store.(*sqlitestore.Store); is && !c.WithoutGraph {
		service.Snapshot = snapshotOf(embedded)
	}
	if c.File == "-" {
		return service.Write(ctx, p.caller, out)
	}
	return service.Create(ctx, p.caller, c.File)
}

func snapshotOf(store *sqlitestore.Store) func(context.Context, string) (*backup.Graph, error) {
	return func(ctx context.Context, path string) (*backup.Graph, error) {
		made, err := store.Snapshot(ctx, path)
		if err != nil || made == nil {
			return nil, err
		}
		g := &backup.Graph{Schema: made.Schema.Number, Digest: made.Schema.Digest, Workspaces: make([]backup.Workspace, len(made.Workspaces))}
		for i, w := range made.Workspaces {
			g.Workspaces[i] = backup.Workspace(w)
		}
		return g, nil
	}
}

// madeBackup is a backup as JSON.
type madeBackup struct {
	*backup.Manifest
	Bytes int64 `json:"bytes,omitempty"` // of the file
}

func (c *backupCreate) print(w io.Writer, made *backup.Manifest) error {
	result := madeBackup{Manifest: made}
	if info, err := os.Stat(c.File); err == nil && c.File != "-" {
		result.Bytes = info.Size()
	}
	text := fmt.Sprintf("Backed up %s.", contentsText(made))
	if result.Bytes > 0 {
		text += fmt.Sprintf("\nWrote %s, %s.", c.File, sizeText(result.Bytes))
	}
	return printCounts(w, c.JSON, result, text+leftOutText(made))
}

// contentsText says in words what a backup has.
func contentsText(m *backup.Manifest) string {
	var has []string
	if m.Graph != nil {
		episodes, relationships := 0, 0
		for _, w := range m.Graph.Workspaces {
			episodes += w.Episodes
			relationships += w.Relationships
		}
		has = append(has, fmt.Sprintf("%s and %s in %s", countNoun(episodes, "episode"), countNoun(relationships, "relationship"),
			countNoun(len(m.Graph.Workspaces), "workspace")))
	} else {
		has = append(has, "no graph")
	}
	for _, kind := range []struct {
		n    int
		noun string
	}{{m.Plans, "plan"}, {m.Metadata, "media folder"}, {m.Projects, "project"}} {
		if kind.n > 0 {
			has = append(has, countNoun(kind.n, kind.noun))
		}
	}
	return strings.Join(has, ", ")
}

func leftOutText(m *backup.Manifest) string {
	if len(m.LeftOut) == 0 {
		return ""
	}
	return "\nNot backed up: " + oneLine(strings.Join(m.LeftOut, ", ")) + ". docs/operations.md says why."
}

func sizeText(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}

type backupShow struct {
	jsonSettings
	File  string `arg:"" type:"path" help:"The backup."`
	Check bool   `help:"Also read all of it, and compare each file with its checksum."`
}

// Run prints the manifest of a backup.
func (c *backupShow) Run(ctx context.Context, std streams) error {
	a, err := backup.Open(c.File)
	if err != nil {
		return err
	}
	defer a.Close()
	if c.Check {
		if err := a.Verify(ctx); err != nil {
			return err
		}
	}
	if c.JSON {
		return printJSON(std.out, a.Manifest)
	}
	screen, columns := screenOf(std.out), []column{{paint: dimmed}, {}}
	return table(screen, columns, screen.wrapLast(columns, c.rows(&a.Manifest)))
}

func (c *backupShow) rows(m *backup.Manifest) [][]string {
	rows := [][]string{
		{"made", m.CreatedAt.Format(time.RFC3339)},
		{"by", "plotline " + oneLine(m.Program)},
		{"format", strconv.Itoa(m.Format)},
		{"files", fmt.Sprintf("%d, %s", len(m.Files), sizeText(m.Size()))},
		{"plans", strconv.Itoa(m.Plans)},
		{"metadata", countNoun(m.Metadata, "media folder")},
		{"projects", strconv.Itoa(m.Projects)},
	}
	if m.Graph == nil {
		rows = append(rows, []string{"graph", "none"})
	} else {
		rows = append(rows, []string{"graph", fmt.Sprintf("schema %d", m.Graph.Schema)})
		for _, w := range m.Graph.Workspaces {
			rows = append(rows, []string{"workspace", fmt.Sprintf("%s: %s and %s",
				oneLine(w.Name), countNoun(w.Episodes, "episode"), countNoun(w.Relationships, "relationship"))})
		}
	}
	if len(m.LeftOut) > 0 {
		rows = append(rows, []string{"left out", oneLine(strings.Join(m.LeftOut, ", "))})
	}
	if c.Check {
		rows = append(rows, []string{"checksums", "all files have theirs"})
	}
	return rows
}

type restoreCommand struct {
	auditSettings
	jsonSettings
	File string `arg:"" type:"path" help:"The backup."`
}

// Run restores a backup into the data folder. It does not open the program before that, because this would make files in
// the folder.
func (c *restoreCommand) Run(ctx context.Context, s *settings, std streams) error {
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	began := time.Now()
	restored, err := backup.Restore(ctx, c.File, dir, sqlitestore.KnowsSchema, sqlitestore.RenewID)
	if err != nil {
		return err
	}
	p, err := s.open(std, c.auditSettings)
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	p.recordRestore(ctx, began)
	text := fmt.Sprintf("Restored %s into %s.%s", contentsText(restored), dir, c.advice(s, restored))
	return printCounts(std.out, c.JSON, restored, text)
}

// advice says what a restore does not bring back.
func (c *restoreCommand) advice(s *settings, m *backup.Manifest) string {
	text := "\nTokens are not in a backup: to make new ones, run plotline token create."
	if s.usesNeo4j() && m.Graph != nil {
		text += fmt.Sprintf("\nThe graph is in the embedded store, %s. These settings use Neo4j: to read it, add --store embedded.", databaseFile)
	}
	return text
}
