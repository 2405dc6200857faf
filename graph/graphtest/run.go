package graphtest

import (
	"testing"

	"plotline/graph"
)

// Open gives a store under test. Each call gives one of its own, that the suite may close; whoever
// opens it closes it too, by t.Cleanup, so a second Close must do no harm. The database behind it
// may be shared: every case keeps to a workspace of its own.
type Open = func(t *testing.T) graph.Store

// testCase is one claim of the contract, proven in a workspace that nobody else uses.
type testCase struct {
	name string
	run  func(t tester, w *world)
}

// topic is a group of cases that share one store, so that its workspaces are proven apart by the way.
type topic struct {
	name  string
	cases []testCase
}

// Run proves a store against every sentence of graph.Store. All cases run in parallel.
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

// RunVectors proves what Run does of vectors alone, for a store that can keep them in more ways than one.
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
		relationshipsTopic, addTopic, relatedTopic, adjacentTopic, cycleTopic, subgraphTopic, projectionTopic, pagesTopic, vectorsTopic, languagesTopic,
		workspacesTopic, concurrencyTopic, cancelTopic, largeTopic,
	}
}
