package neo4jstore_test

import (
	"log/slog"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/neo4jstore"
	"plotline/testing/neo4jtest"
)

// The whole contract, on both versions.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			server := neo4jtest.Open(t, version)
			graphtest.Run(t, func(t *testing.T) graph.Store {
				t.Helper()
				store, err := neo4jstore.New(neo4jstore.Config{
					URI: server.URI, Username: server.Username, Password: server.Password,
				}, slog.New(slog.DiscardHandler))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = store.Close() })
				return store
			})
		})
	}
}
