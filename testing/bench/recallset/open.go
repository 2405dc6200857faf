package recallset

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"plotline/graph"
	"plotline/graph/meaning/builtin"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// Options configure Plotline's store for a history.
type Options struct {
	Dir   string            // folder of the embedded store
	Neo4j neo4jstore.Config // if it has a URI, Neo4j is the store
	Model string            // file of the builtin model; "" for none
	// Vectors is a file that keeps the vectors for the next run.
	Vectors string
}

// Open creates an empty workspace.
func Open(ctx context.Context, o Options) (*Graph, error) {
	logger := slog.New(slog.DiscardHandler)
	store, err := o.store(logger)
	if err != nil {
		return nil, err
	}
	runner := &usecase.Runner{Logger: logger}
	g := &Graph{
		store: store, commits: map[graph.ID]Commit{}, ids: map[string]graph.ID{},
		by:    audit.Caller{Actor: "bench", Transport: "test", Workspace: newWorkspace(), Role: access.Admin},
		close: store.Close,
	}
	clock := graph.WithClock(func() time.Time { return cmp.Or(g.now, graph.TimeOf(time.Now())).UTC() })
	g.words = graph.NewService(store, runner, clock)
	if o.Model == "" {
		return g, nil
	}
	model, err := builtin.Open(o.Model, builtin.Config{})
	if err != nil {
		return nil, err
	}
	kept, err := openCache(ctx, model, o.Vectors)
	if err != nil {
		return nil, err
	}
	g.meant = graph.NewService(store, runner, clock, graph.WithMeaning(kept, func() {}))
	g.model = kept
	g.close = func() error { kept.Close(); return store.Close() }
	return g, nil
}

func newWorkspace() string { return fmt.Sprintf("recall-%d", time.Now().UnixNano()) }

func (o Options) store(logger *slog.Logger) (graph.Store, error) {
	if o.Neo4j.URI != "" {
		return neo4jstore.New(o.Neo4j, logger)
	}
	return sqlitestore.New(filepath.Join(o.Dir, "plotline.db")), nil // the program's own file name
}

// ServerOfTests returns the Neo4j that the environment names for tests.
func ServerOfTests() neo4jstore.Config {
	return neo4jstore.Config{
		URI: os.Getenv("PLOTLINE_TEST_NEO4J_URI"), Username: os.Getenv("PLOTLINE_TEST_NEO4J_USERNAME"),
		Password: os.Getenv("PLOTLINE_TEST_NEO4J_PASSWORD"),
	}
}
