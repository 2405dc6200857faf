package neo4jstore_test

import (
	"flag"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/neo4jstore"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestConformance runs the whole contract on both versions.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			graphtest.Run(t, opener(neo4jtest.Open(t, version)))
		})
	}
}

// TestModel compares random operations with a plain model in memory. The first tier runs fewer than rapid's hundred
// rounds, because the embedded store and TestConformance cover the same operations.
func TestModel(t *testing.T) {
	t.Parallel()
	if err := flag.Set("rapid.checks", tier.Pick("6", "100")); err != nil {
		t.Fatal(err)
	}
	graphtest.RunModel(t, opener(neo4jtest.Open(t, neo4jtest.LTS)))
}

// TestCases runs the tools' data cases through the use cases.
func TestCases(t *testing.T) {
	t.Parallel()
	graphtest.RunCases(t, opener(neo4jtest.Open(t, neo4jtest.LTS)))
}

// TestTwoStores runs two clients of one server whose writes meet.
func TestTwoStores(t *testing.T) {
	t.Parallel()
	open := opener(neo4jtest.Open(t, neo4jtest.LTS))
	graphtest.RunShared(t, func(t *testing.T) (one, other graph.Store) {
		t.Helper()
		return open(t), open(t)
	})
}

// opener returns a function that makes stores on a server. They are closed with their tests. The suite picks its
// workspaces itself. They are recorded from its statements and deleted at the end.
//
// The stores use bolt, without routing. If a call is cancelled, the driver's router (v5.28.5,
// Router.InvalidateServer) removes a server from a list that other calls read without its lock. The race detector
// sees that once in many runs. The other tests of this package, and the real program, do route.
func opener(server neo4jtest.Server) graphtest.Open {
	server.URI = strings.Replace(server.URI, "neo4j://", "bolt://", 1)
	return func(t *testing.T) graph.Store {
		t.Helper()
		var workspaces sync.Map
		store, err := neo4jstore.New(neo4jstore.Config{
			URI: server.URI, Username: server.Username, Password: server.Password,
			Observe: func(_ string, params map[string]any) {
				if name, ok := params["workspace"].(string); ok {
					workspaces.Store(name, true)
				}
			},
		}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = store.Close()
			var names []string
			workspaces.Range(func(name, _ any) bool {
				names = append(names, name.(string)) //nolint:forcetypeassert // only names are stored
				return true
			})
			server.Clean(t, names, "PlotlineSerial", "PlotlineSpentSerial", "PlotlineLock", "PlotlineModel", "PlotlinePart")
		})
		return store
	}
}
