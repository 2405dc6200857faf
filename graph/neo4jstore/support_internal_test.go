package neo4jstore

import (
	"flag"
	"io/fs"
	"log/slog"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestMain lets more tests run at once than the processor has cores: they mostly wait for the server. Those of the second
// tier start servers of their own.
func TestMain(m *testing.M) {
	testing.Init()
	if !tier.IsFull() {
		if err := flag.Set("test.parallel", "6"); err != nil { // a flag of the command line still counts
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}

var cmpEmpty = cmpopts.EquateEmpty()

// open returns a store on a server of a version. It is closed with the test.
func open(tb testing.TB, version neo4jtest.Version) *Store {
	tb.Helper()
	return openAt(tb, neo4jtest.Open(tb, version), nil)
}

func openAt(tb testing.TB, server neo4jtest.Server, set func(*Config)) *Store {
	tb.Helper()
	config := Config{URI: server.URI, Username: server.Username, Password: server.Password}
	if set != nil {
		set(&config)
	}
	s, err := New(config, slog.New(slog.NewTextHandler(tb.Output(), nil)))
	if err != nil {
		tb.Fatalf("New: %v", err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("Close: %v", err)
		}
	})
	return s
}

// freeAddress returns an address at which no server listens.
func freeAddress(tb testing.TB) string {
	tb.Helper()
	address, _, err := neo4jtest.FreeAddress(tb.Context())
	ok(tb, err)
	return address
}

// workspace returns a fresh workspace on the server.
func workspace(tb testing.TB, version neo4jtest.Version) string {
	tb.Helper()
	return neo4jtest.Open(tb, version).Workspace(tb, "PlotlineSerial", "PlotlineSpentSerial", "PlotlineLock", "PlotlineModel", "PlotlinePart")
}

// ok stops the test at an error.
func ok(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatalf("unexpected error: %v", err)
	}
}

// wantCode checks for an error with a code and with Plotline's own text.
func wantCode(tb testing.TB, err error, code fault.Code, details string) {
	tb.Helper()
	f := fault.From(err)
	if f == nil {
		tb.Errorf("no error, want %s", code)
		return
	}
	if f.Code != code || f.Details != details {
		tb.Errorf("got %s: %q (%v), want %s: %q", f.Code, f.Details, f, code, details)
	}
}

// newEpisode returns an episode to create.
func newEpisode(name string) graph.NewEpisode {
	return graph.NewEpisode{Episode: graph.Episode{
		EpisodeID: graph.NewID(), Name: name, Query: "how did " + name + " go", Reward: 0.5, CreatedAt: 1, UpdatedAt: 1,
	}}
}

// makeSome creates some episodes and returns their ids.
func makeSome(tb testing.TB, s *Store, ws string, n int) []graph.ID {
	tb.Helper()
	var batch graph.Batch
	for range n {
		batch.Episodes = append(batch.Episodes, newEpisode("e"))
	}
	made, err := s.CreateEpisodes(tb.Context(), ws, batch)
	ok(tb, err)
	ids := make([]graph.ID, n)
	for i, e := range made.Episodes {
		ids[i] = e.EpisodeID
	}
	return ids
}

// link returns a relationship to add.
func link(from, to graph.ID, t graph.Type) graph.Relationship {
	return graph.Relationship{ID: graph.NewID(), From: from, To: to, Type: t, Strength: 1, CreatedAt: 1}
}

func goFiles(t *testing.T) fs.FS {
	t.Helper()
	return os.DirFS(".")
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := files.ReadFile(name)
	ok(t, err)
	return string(text)
}

// englishIn returns the group of a workspace whose texts are indexed for English.
func englishIn(ws string) groupOf {
	return groupOf{ws, graph.IndexingState{Languages: analysis.English}}
}
