package main

import (
	"cmp"
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
	"plotline/internal/backup"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
)

// databaseFile is the name of the embedded store's file in the data folder.
const databaseFile = backup.Database

// program holds the services that commands use. Creating it does not open a database.
type program struct {
	service *graph.Service
	runner  *usecase.Runner
	store   database
	log     *audit.Log
	logger  *slog.Logger
	caller  audit.Caller
	dataDir string

	zone      *time.Location     // of the callers
	languages analysis.Languages // from the settings; none keeps each workspace's own
	folders   media.Folders
	libraries *media.Libraries
	media     *media.Service
	plans     *plans.Service
	scenes    *scenes.Service
	closed    bool                 // if true, a workspace without roots reaches no media folder
	compiled  func(outcome string) // counts compilations of scenes; may be nil
	calls     graph.Observe        // counts calls of the store; may be nil
	meaning   meaning.Embedder     // nil: recall searches by words and relationships
	vectors   *embedding.Worker    // nil without a usable model
	// ask asks people a question on an open page, if pages are served.
	ask func(ctx context.Context, workspace string, q usecase.Question) (bool, error)
	// sceneProgress tells open pages what a call for a scene does, if pages are served.
	sceneProgress func(scenes.Progress)
}

// database is what both stores implement.
type database interface {
	graph.Store

	// Share returns the limits for one workspace.
	Share() graph.Share
	// Survey inspects the database without changing it.
	Survey(ctx context.Context, ws string) (graph.Survey, error)
	// Repair makes the counter of a workspace right that Survey finds wrong. The languages are for a workspace that has
	// lost its own. All its orders are to be settled after that.
	Repair(ctx context.Context, ws string, languages analysis.Languages) error
	// OrderCounts counts what this process knows of the kept orders.
	OrderCounts() graph.OrderCounts
	// LastChange returns when an episode of a workspace was last created or changed. It reads all of them.
	LastChange(ctx context.Context, ws string) (graph.Time, error)
}

// open sets up the program for a command that does not search by meaning.
func (s *settings) open(std streams, records auditSettings) (*program, error) {
	return s.openWith(std, "command", records)
}

// openWith sets up the program for one transport. The options are for the embedded store.
func (s *settings) openWith(std streams, transport string, records auditSettings, options ...sqlitestore.Option) (*program, error) {
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
	logger := s.logger(std.err, transport)
	if err := cmp.Or(settleRestore(dir, logger), backup.CheckFolder(dir)); err != nil {
		return nil, err
	}
	store, err := s.openStore(dir, logger, options)
	if err != nil {
		return nil, err
	}
	p := &program{
		store: store, logger: logger, dataDir: dir, languages: languages,
		zone:   time.Local, //nolint:gosmopolitan // the caller is on this machine
		log:    records.open(dir, std, logger),
		caller: audit.Caller{Workspace: s.Workspace, Actor: userName(), Transport: transport, Role: access.Admin},
	}
	p.runner = &usecase.Runner{
		Audit: p.log, Timeout: s.Timeout, Logger: logger, Calls: &sharing.Calls{}, Scans: sharing.Slots(concurrentScans),
	}
	p.wire()
	return p, nil
}

// observed returns the store with its calls counted, if a counter is set.
func (p *program) observed() graph.Store { return graph.Observed(p.store, p.calls) }

// wire creates the graph service. Services that depend on it are set up later.
func (p *program) wire() {
	options := []graph.Option{
		graph.WithShare(p.store.Share()), graph.WithLanguages(p.languages), graph.WithTimeZone(p.zone),
	}
	if p.meaning != nil {
		options = append(options, graph.WithMeaning(p.meaning, p.startEmbedding))
	}
	p.service = graph.NewService(p.observed(), p.runner, options...)
}

// measure counts every operation and every call of the store. Call it before the first operation.
func (p *program) measure(m *api.Metrics) {
	p.runner.Observe = m.ObserveOperation
	p.compiled = m.ObserveCompilation
	p.calls = m.ObserveStore
	p.wire()
}

// concurrentScans limits the concurrent scans of media folders, of which a workspace runs one. A scan holds the paths of
// all files, which media bounds.
const concurrentScans = 4

// concurrentReads limits the concurrent reads of plans, scenes and media folders in one workspace. A plan may have 64 MiB.
const concurrentReads = 4

// fileRunner returns the runner for services that store files. The graph has its own limits.
func (p *program) fileRunner() *usecase.Runner {
	bounded := *p.runner
	bounded.Reads = sharing.PerPayer(concurrentReads)
	return &bounded
}

func (s *settings) openStore(dir string, logger *slog.Logger, options []sqlitestore.Option) (database, error) {
	if !s.usesNeo4j() {
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

// file returns the path of the audit log, unless it is a stream.
func (a auditSettings) file(dir string) string {
	if a.AuditFile == "" {
		return filepath.Join(dir, "audit.jsonl")
	}
	return absolute(a.AuditFile)
}

// warm connects to the store, so that the first request need not wait for the schema of a new database. If
// the store is unreachable, warm only logs it: each call tries again.
func (p *program) warm(ctx context.Context, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if _, err := p.service.Status(ctx); err != nil && ctx.Err() == nil {
		p.logger.WarnContext(ctx, "the store does not answer; each call will try again", "error", err)
	}
}

// close releases everything. It only logs errors.
func (p *program) close() {
	if p.meaning != nil {
		p.meaning.Close()
	}
	p.service.Close()
	if err := p.store.Close(); err != nil {
		p.logger.Warn("closing the store", "error", err)
	}
	if err := p.log.Close(); err != nil {
		p.logger.Warn("closing the audit log", "error", err)
	}
}

// settleRestore finishes or undoes a restore into the data folder that was killed.
func settleRestore(dir string, logger *slog.Logger) error {
	finished, err := backup.Settle(dir)
	if finished {
		logger.Info("finished an interrupted restore", "data_dir", dir)
	}
	return err
}

// recordRestore adds a restore to the audit log of the restored folder, which begins with it.
func (p *program) recordRestore(ctx context.Context, began time.Time) {
	p.log.Add(ctx, audit.Record{
		Time: began, Actor: p.caller.Actor, Workspace: p.caller.Workspace, Transport: p.caller.Transport, Operation: "restore", Outcome: "ok",
		Millis: float64(time.Since(began).Microseconds()) / 1000, Writes: true,
	})
}

// userName is the actor in the audit log for commands run by hand.
func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}
