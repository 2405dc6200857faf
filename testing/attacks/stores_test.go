package attacks_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"plotline/graph/graphtest"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

const (
	onLTS  protocol = "Neo4j"     // plain HTTP, to a server whose store is the long-term release of Neo4j
	onNext protocol = "NextNeo4j" // the same, with the current release
)

// everyStore is everyProtocol for an attack on the graph: in the full tier, it attacks both releases of Neo4j too.
func everyStore(t *testing.T, attack func(t *testing.T, p protocol)) {
	t.Helper()
	everyProtocol(t, attack)
	overNeo4j(t, attack)
}

// overNeo4j runs an attack on the newer release of Neo4j, in the full tier. To attack the other one, name onLTS here.
func overNeo4j(t *testing.T, attack func(t *testing.T, p protocol)) {
	t.Helper()
	attackOver(t, func(t *testing.T, p protocol) {
		t.Helper()
		neo4jTurn.Lock() // each attack may use all of the database, and of the machine
		defer neo4jTurn.Unlock()
		attack(t, p)
	}, tier.Pick(nil, []protocol{onNext}))
}

var neo4jTurn sync.Mutex

// databases are shared by the attacks. They are dedicated, because an attack may end one.
var databases = map[protocol]*database{onLTS: {version: neo4jtest.LTS}, onNext: {version: neo4jtest.Next}}

// database is a Neo4j that starts with the first attack on it.
type database struct {
	version neo4jtest.Version
	once    sync.Once
	own     *neo4jtest.Dedicated // nil if there is none
	err     error
}

func (d *database) open() (*neo4jtest.Dedicated, error) {
	d.once.Do(func() { d.own, d.err = neo4jtest.StartDedicated(context.Background(), d.version, neo4jtest.Extras{}) })
	return d.own, d.err
}

// removeNeo4j removes the databases that tests started.
func removeNeo4j() {
	for _, d := range databases {
		if d.own != nil {
			_ = d.own.Remove(context.Background())
		}
	}
}

// stored returns the flags of the store, and what precedes the names of workspaces in a database that tests share.
func (p protocol) stored(t *testing.T) (args []string, prefix string) {
	t.Helper()
	database := databases[p]
	if database == nil {
		return []string{"--store", "embedded"}, ""
	}
	own, err := database.open()
	switch {
	case err == nil:
	case errors.Is(err, neo4jtest.ErrNone) && os.Getenv(neo4jtest.EnvRequire) != "1":
		t.Skipf("no Neo4j: %v", err)
	default:
		t.Fatal(err)
	}
	return []string{
		"--store", "neo4j", "--neo4j-uri", own.URI, "--neo4j-username", own.Username, "--neo4j-password", own.Password,
		"--timeout", "1m", // on a busy machine, the first call takes long, because it makes the indexes
	}, graphtest.Workspace() + "-"
}
