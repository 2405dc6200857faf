package sqlitestore

import (
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"plotline/graph"
	"plotline/graph/graphtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	t.Parallel()
	graphtest.Run(t, func(t *testing.T) graph.Store { return newStore(t) })
}

func TestModel(t *testing.T) {
	t.Parallel()
	graphtest.RunModel(t, func(t *testing.T) graph.Store { return newStore(t) })
}

func TestTwoHandles(t *testing.T) {
	t.Parallel()
	graphtest.RunShared(t, func(t *testing.T) (one, other graph.Store) {
		path := filepath.Join(t.TempDir(), "graph.db")
		return storeAt(t, path), storeAt(t, path)
	})
}

// newStore is a store on a file of its own, closed when the test ends.
func newStore(t testing.TB, options ...Option) *Store {
	t.Helper()
	return storeAt(t, filepath.Join(t.TempDir(), "graph.db"), options...)
}

func storeAt(t testing.TB, path string, options ...Option) *Store {
	t.Helper()
	s := New(path, options...)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}
