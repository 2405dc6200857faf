package sqlitestore

import (
	"path/filepath"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	graphtest.Run(t, func(t *testing.T) graph.Store { t.Helper(); return newStore(t) })
}

func TestModel(t *testing.T) {
	t.Parallel()
	graphtest.RunModel(t, func(t *testing.T) graph.Store { t.Helper(); return newStore(t) })
}

// TestCases runs the tools' data cases through the use cases.
func TestCases(t *testing.T) {
	t.Parallel()
	graphtest.RunCases(t, func(t *testing.T) graph.Store { t.Helper(); return newStore(t) })
}

func TestTwoStores(t *testing.T) {
	t.Parallel()
	graphtest.RunShared(t, func(t *testing.T) (one, other graph.Store) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "graph.db")
		return storeAt(t, path), storeAt(t, path)
	})
}

// TestDryRunsConform runs the suite and the cases with every search for a cycle outside of the write lock.
func TestDryRunsConform(t *testing.T) {
	t.Parallel()
	open := func(t *testing.T) graph.Store { t.Helper(); return newStore(t, withLocked(0)) }
	graphtest.Run(t, open)
	graphtest.RunCases(t, open)
}

// TestFewVectorsInMemory runs the suite with memory for only the signs of the vectors' components.
func TestFewVectorsInMemory(t *testing.T) {
	t.Parallel()
	graphtest.RunVectors(t, func(t *testing.T) graph.Store {
		t.Helper()
		return newStore(t, WithVectorMemory(100*1024))
	})
}
