package neo4jstore

import (
	"context"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/pause"
	"plotline/testing/kit/neo4jtest"
)

// TestTextsWaitForIndex checks that long texts wait while those that are not indexed yet fill their room, that short ones
// do not, and that what is written leaves the room when it is indexed.
func TestTextsWaitForIndex(t *testing.T) {
	t.Parallel()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	long := newEpisode("long")
	long.Reflection = strings.Repeat("word ", smallText)
	writes := map[string]func(ctx context.Context) error{
		"create": func(ctx context.Context) error {
			another := long
			another.EpisodeID = graph.NewID()
			return second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{another}}))
		},
		"replace": func(ctx context.Context) error { return s.ReplaceEpisode(ctx, ws, long.Episode, long.UpdatedAt) },
		"reindex": func(ctx context.Context) error { return second(s.ReindexTexts(ctx, ws, 1)) },
	}
	ok(t, second(s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{long}})))
	if !s.unindexed.pool.Take(t.Context(), mostUnindexedOf, ws) { // when the long text is indexed
		t.Fatal("a text that is indexed holds its room")
	}
	for name, write := range writes {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if err := write(ctx); fault.CodeOf(err) != fault.Timeout {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
	makeSome(t, s, ws, 1)
	s.unindexed.pool.Give(mostUnindexedOf, ws)
	for name, write := range writes {
		if err := write(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for !s.unindexed.pool.TryTake(mostUnindexedOf, ws) {
		if !pause.For(t.Context(), time.Millisecond) {
			t.Fatal("the texts are never indexed")
		}
	}
	s.unindexed.pool.Give(mostUnindexedOf, ws)
}
