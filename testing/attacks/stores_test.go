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

// onNeo4j is plain HTTP, to a server whose store is Neo4j.
const onNeo4j protocol = "Neo4j"

// everyStore is everyProtocol for an attack on the graph: in the full tier, it attacks Neo4j too.
func everyStore(t *testing.T, attack func(t *testing.T, p protocol)) {
	t.Helper()
	everyProtocol(t, attack)
	overNeo4j(t, attack)
}

// overNeo4j runs an attack on a server whose store is Neo4j, in the full tier.
func overNeo4j(t *testing.T, attack func(t *testing.T, p protocol)) {
	t.Helper()
	attackOver(t, func(t *testing.T, p protocol) {
		t.Helper()
		neo4jTurn.Lock() // each attack may use all of the database
		defer neo4jTurn.Unlock()
		attack(t, p)
	}, tier.Pick(nil, []protocol{onNeo4j}))
}

var neo4jTurn sync.Mutex

// openNeo4j starts the database that the attacks share. It is dedicated, because an attack may end it.
var openNeo4j = sync.OnceValues(func() (*neo4jtest.Dedicated, error) {
	return neo4jtest.StartDedicated(context.Background(), neo4jtest.LTS, neo4jtest.Extras{})
})

// removeNeo4j removes the database if a test started it.
func removeNeo4j() {
	if !neo4jStarted {
		return
	}
	if own, err := openNeo4j(); err == nil {
		_ = own.Remove(context.Background())
	}
}

var neo4jStarted bool // guarded by neo4jTurn while tests run

// stored returns the flags of the store, and what precedes the names of workspaces in a database that tests share.
func (p protocol) stored(t *testing.T) (args []string, prefix string) {
	t.Helper()
	if p != onNeo4j {
		return []string{"--store", "embedded"}, ""
	}
	neo4jStarted = true
	own, err := openNeo4j()
	switch {
	case err == nil:
	case errors.Is(err, neo4jtest.ErrNone) && os.Getenv(neo4jtest.EnvRequire) != "1":
		t.Skipf("no Neo4j: %v", err)
	default:
		t.Fatal(err)
	}
	return []string{"--store", "neo4j", "--neo4j-uri", own.URI, "--neo4j-username", own.Username, "--neo4j-password", own.Password},
		graphtest.Workspace() + "-"
}
