package main

import (
	"context"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"time"

	"plotline/api"
	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/embedding"
	"plotline/graph/meaning"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/turns"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
)

// databaseFile is the embedded store's file in the data folder.
const databaseFile = "plotline.db"

// program is what the commands work with, wired from the settings. Nothing in it has touched a
// database yet.
type program struct {
	service *graph.Service
	runner  *usecase.Runner
	store   database
	log     *audit.Log
	logger  *slog.Logger
	caller  audit.Caller
	dataDir string

	languages analysis.Languages // asked for; none takes every workspace as it is
	folders   media.Folders
	libraries *media.Libraries
	media     *media.Service
	plans     *plans.Service
	scenes    *scenes.Service
	closed    bool                 // a workspace reaches no media folder outside its roots, also when there are no roots at all
	compiled  func(outcome string) // counts compilations of scenes; nil does not
	calls     graph.Observe        // counts calls of the store; nil does not
	meaning   meaning.Embedder     // nil: recall finds by words and relationships
	vectors   *embedding.Worker    // nil without a model that can be used
	// ask puts a question to people at an open page, where there are pages.
	ask func(ctx context.Context, workspace string, q usecase.Question) (bool, error)
}

// database is what both stores can do.
type database interface {
	graph.Store

	// Share is what one workspace may have it do at once.
	Share() graph.Share
	// Survey looks at the database without changing it.
	Survey(ctx context.Context, ws string) (graph.Survey, error)
}

// open wires the program for a command that finds nothing by meaning.
func (s *settings) open(std streams, records auditSettings) (*program, error) {
	return s.openWith(std, "command", records, 0)
}

// openWith wires the program for one door. The embedded store holds as many MiB of vectors in memory; 0 leaves
// that to the store.
func (s *settings) openWith(std streams, door string, records auditSettings, vectorMemory int) (*program, error) {
	if err := graph.ValidWorkspace(s.Workspace); err != nil {
		return nil, err
	}
	dir, err := s.dataDir()
	if err != nil {
		return nil, err
	}
	languages, err := s.languages()
	if err != nil {
		return nil, err
	}
	logger := s.logger(std.err, door)
	store, err := s.openStore(dir, logger, vectorMemory)
	if err != nil {
		return nil, err
	}
	p := &program{
		store: store, logger: logger, dataDir: dir, languages: languages, log: records.open(dir, std, logger),
		caller: audit.Caller{Workspace: s.Workspace, Actor: userName(), Door: door, Role: access.Admin},
	}
	p.runner = &usecase.Runner{Audit: p.log, Timeout: s.Timeout, Logger: logger}
	p.wire()
	return p, nil
}

// observed is the store that counts its calls where somebody wants to know.
func (p *program) observed() graph.Store { return graph.Observed(p.store, p.calls) }

// wire makes the service of the graph. What is built on it is wired later.
func (p *program) wire() {
	options := []graph.Option{graph.WithShare(p.store.Share()), graph.WithLanguages(p.languages)}
	if p.meaning != nil {
		options = append(options, graph.WithMeaning(p.meaning, p.written))
	}
	p.service = graph.NewService(p.observed(), p.runner, options...)
}

// measure has every operation and every call of the store counted. It is called before the first.
func (p *program) measure(m *api.Metrics) {
	p.runner.Observe = m.ObserveOperation
	p.compiled = m.ObserveCompilation
	p.calls = m.ObserveStore
	p.wire()
}

// readsOfFiles is how many reads of plans and scenes one workspace has under way: a plan may have 64 MiB.
const readsOfFiles = 4

// fileRunner is the runner of what keeps files. The graph has bounds of its own.
func (p *program) fileRunner() *usecase.Runner {
	bounded := *p.runner
	bounded.Reads = turns.PerKey(readsOfFiles)
	return &bounded
}

func (s *settings) openStore(dir string, logger *slog.Logger, vectorMemory int) (database, error) {
	if !s.usesNeo4j() {
		var options []sqlitestore.Option
		if vectorMemory > 0 {
			options = append(options, sqlitestore.WithVectorMemory(vectorMemory<<20))
		}
		return sqlitestore.New(filepath.Join(dir, databaseFile), options...), nil
	}
	return neo4jstore.New(neo4jstore.Config{
		URI: s.Neo4jURI, Username: s.Neo4jUsername, Password: s.Neo4jPassword, Database: s.Neo4jDatabase,
		UserAgent: "plotline/" + version(),
	}, logger)
}

func (a auditSettings) open(dir string, std streams, logger *slog.Logger) *audit.Log {
	var sink audit.Sink = audit.NewFile(a.file(dir), a.AuditRedact...)
	if a.AuditFile == "-" {
		sink = audit.NewWriter(std.err, a.AuditRedact...)
	}
	return audit.NewLog(sink, audit.Mode(a.Audit), logger)
}

// file is where records go, unless that is a stream.
func (a auditSettings) file(dir string) string {
	if a.AuditFile == "" {
		return filepath.Join(dir, "audit.jsonl")
	}
	return absolute(a.AuditFile)
}

// warm reaches the store before the first request does, which would have to wait for the schema of a
// new database. A store that is away is only worth a line in the log: each call tries again.
func (p *program) warm(ctx context.Context, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if _, err := p.service.Status(ctx); err != nil && ctx.Err() == nil {
		p.logger.WarnContext(ctx, "the store does not answer; each call will try again", "error", err)
	}
}

// close gives everything back; what fails then is only worth a line in the log.
func (p *program) close() {
	if p.meaning != nil {
		p.meaning.Close()
	}
	if err := p.store.Close(); err != nil {
		p.logger.Warn("closing the store", "error", err)
	}
	if err := p.log.Close(); err != nil {
		p.logger.Warn("closing the audit log", "error", err)
	}
}

// userName is who the audit log names for what is done by hand.
func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}
