package neo4jstore

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/groupcommit"
	migrations "plotline/graph/neo4jstore/schema"
	"plotline/internal/schema"
	"plotline/internal/sharing"
)

// Store is a graph.Store in Neo4j.
type Store struct {
	config  Config
	address string // host:port, for messages
	driver  neo4j.DriverWithContext
	logger  *slog.Logger

	// slots makes calls wait for a connection here. Inside the driver, waiting could not be told from an unreachable
	// server. There is one slot for each connection.
	slots    chan struct{}
	opener   opener
	looking  shared[inspection]
	database string // set before the opener runs
	closed   atomic.Bool

	adds    *groups[string, graph.Relationship, graph.Ends]
	creates *groups[groupOf, graph.NewEpisode, graph.Episode]

	unindexed *unindexed
	languages languages

	startChecked atomic.Int64 // when the store last looked whether the server was started again; 0 before it opened

	settler    settler
	migrations schema.Migrations // set by tests
	settled    int               // see maxSettled
	manyEnds   int               // see manyEnds
	removed    int               // see maxRemoved
}

var _ graph.Store = (*Store)(nil)

// New creates a store. It does not use the network: the first call connects and migrates. The error names the setting
// that is wrong.
func New(config Config, logger *slog.Logger) (*Store, error) {
	address, err := config.address()
	if err != nil {
		return nil, err
	}
	config = config.withDefaults()
	driver, err := config.driver()
	if err != nil {
		return nil, fmt.Errorf("neo4j-uri: %w", err)
	}
	s := &Store{
		config: config, address: address, driver: driver, logger: logger, database: config.Database,
		slots: make(chan struct{}, config.MaxConnections), migrations: migrations.Migrations(), settled: maxSettled, manyEnds: manyEnds,
		removed: maxRemoved,
	}
	s.settler.pace = sharing.NewPace(restFactor)
	s.adds = groupcommit.New(mostInGroup, s.addGroup)
	s.creates = groupcommit.New(mostInGroup, s.createGroup)
	s.unindexed = newUnindexed(s)
	return s, nil
}

// Status asks the database what it is. Concurrent callers share one request, which continues when they give up. A
// database that just started may need more time than a probe waits, and loses what it has prepared when it is cut
// off.
func (s *Store) Status(ctx context.Context) (graph.Status, error) {
	found, err := s.looking.do(ctx, s.inspect)
	return s.status(found), err
}

func (s *Store) status(found inspection) graph.Status {
	return graph.Status{
		Kind:     "neo4j",
		Version:  found.version + " (" + found.edition + ")",
		Location: s.address + "/" + found.database,
		Schema:   found.schema.Number,
	}
}

// Share leaves a quarter of the connections to other workspaces.
func (s *Store) Share() graph.Share {
	return graph.Share{Reads: max(1, cap(s.slots)/2), Writes: max(1, cap(s.slots)/4)}
}

// Close closes the connections, when the calls that use one have ended or after a second. Later calls fail as unavailable. A
// second Close does nothing.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	s.settler.close()
	s.unindexed.close()
	s.looking.stop()
	s.opener.opening.stop()
	const patience = time.Second
	ended := time.After(patience)
	taken := 0
	for waits := true; waits && taken < cap(s.slots); { // the driver's pool may not be closed while it takes a connection back
		select {
		case s.slots <- struct{}{}:
			taken++
		case <-ended:
			waits = false
		}
	}
	err := s.driver.Close(context.Background())
	for range taken {
		<-s.slots
	}
	return err
}
