package graphtest

import (
	"errors"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

// Open returns a store under test. Each call returns a separate store, which the suite may close. Open
// itself must also close it, with t.Cleanup, so a second Close must do no harm. The database behind it may
// be shared, because every case uses its own workspace.
type Open = func(t *testing.T) graph.Store

// testCase tests one claim of the contract in its own workspace.
type testCase struct {
	name string
	run  func(t tester, w *world)
}

// topic is a group of cases that share a store. This also tests that workspaces are separate.
type topic struct {
	name  string
	cases []testCase
}

// Run tests a store against every claim of graph.Store. All cases run in parallel.
func Run(t *testing.T, open Open) {
	t.Helper()
	for _, topic := range topics() {
		topic.prove(t, open)
	}
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		runClosed(t, open)
	})
	t.Run("closed unused", func(t *testing.T) {
		t.Parallel()
		runClosedUnused(t, open)
	})
}

// RunVectors runs only the vector cases of Run, for a store with several ways to hold vectors.
func RunVectors(t *testing.T, open Open) {
	t.Helper()
	vectorsTopic.prove(t, open)
}

func (topic topic) prove(t *testing.T, open Open) {
	t.Helper()
	t.Run(topic.name, func(t *testing.T) {
		t.Parallel()
		store := open(t)
		for _, c := range topic.cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				c.run(t, newWorld(store))
			})
		}
	})
}

func topics() []topic {
	return []topic{
		createTopic, keysTopic, serialTopic, batchTopic, episodesTopic, listTopic, searchTopic,
		relationshipsTopic, addTopic, relatedTopic, adjacentTopic, cycleTopic, subgraphTopic, projectionTopic, orderTopic, outlineTopic, changesTopic, pagesTopic, vectorsTopic, languagesTopic,
		workspacesTopic, deletionTopic, movesTopic, concurrencyTopic, cancelTopic, largeTopic,
	}
}

// runClosed tests calls of a closed store. It needs its own store, so it is not among the cases.
func runClosed(t *testing.T, open Open) {
	t.Helper()
	w := newWorld(open(t))
	s := stage(t, w)
	ok(t, w.Close())
	for _, c := range calls(s) {
		var own *fault.Error
		err := c.do(t.Context(), w)
		if !errors.As(err, &own) || own.Code != fault.Unavailable || own.Details == "" {
			t.Errorf("%s on a closed store: error %v, want unavailable", c.name, err)
		}
	}
}

// runClosedUnused closes a store before its first call.
func runClosedUnused(t *testing.T, open Open) {
	t.Helper()
	store := open(t)
	ok(t, store.Close())
	_, err := store.Status(t.Context())
	if fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("status of a closed store: error %v, want unavailable", err)
	}
}
