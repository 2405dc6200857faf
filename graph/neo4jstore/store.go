package neo4jstore

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/groupcommit"
)

// Store is a graph.Store in Neo4j.
type Store struct {
	config  Config
	address string // host:port, for messages
	driver  neo4j.DriverWithContext
	logger  *slog.Logger

	// slots keeps calls from waiting inside the driver, where it could not be told from a server that
	// is away. It holds one for each connection.
	slots    chan struct{}
	gate     gate
	looking  shared[inspection]
	database string // set behind the gate
	closed   atomic.Bool

	adds    *groups[string, graph.Relationship, struct{}]
	creates *groups[groupOf, graph.NewEpisode, graph.Episode]

	languages languages
}

var _ graph.Store = (*Store)(nil)

// New sets a store up. It touches no network: the first call connects and migrates. Its error names
// the setting that is wrong.
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
		slots: make(chan struct{}, config.MaxConnections),
	}
	s.adds = groupcommit.New(mostInGroup, s.addGroup)
	s.creates = groupcommit.New(mostInGroup, s.createGroup)
	return s, nil
}

// Status reaches the database and says what it is. Callers who ask at once share one look, which goes on
// when they give up: a database that just started may need more time for it than a probe waits, and
// forgets what it has prepared when it is cut off.
func (s *Store) Status(ctx context.Context) (graph.Status, error) {
	found, err := s.looking.do(ctx, s.inspect)
	return s.status(found), err
}

func (s *Store) status(found inspection) graph.Status {
	return graph.Status{
		Kind:     "neo4j",
		Version:  found.version + " (" + found.edition + ")",
		Location: s.address + "/" + found.database,
		Schema:   found.schema,
	}
}

// Share leaves a quarter of the connections to other workspaces.
func (s *Store) Share() graph.Share {
	return graph.Share{Reads: max(1, cap(s.slots)/2), Writes: max(1, cap(s.slots)/4)}
}

// Close gives the connections back. Calls after it fail as unavailable; a second Close does nothing.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	s.looking.stop()
	s.gate.opening.stop()
	return s.driver.Close(context.Background())
}
