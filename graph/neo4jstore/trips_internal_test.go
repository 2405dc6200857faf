package neo4jstore

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/ranking"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// TestRoundTrips counts the round trips of use cases on the wire. docs/scaling.md has the same figures.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var sent []query
	s, p, ws := behind(t, func(c *Config) {
		c.Observe = func(text string, params map[string]any) {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, query{&statement{text: text}, params})
		}
	})
	ids := tripsGraph(t, s, ws)
	runner := &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}
	service := graph.NewService(s, runner)
	t.Cleanup(service.Close)
	by := audit.Caller{Workspace: ws, Role: access.Admin}
	ref := func(i int) graph.EpisodeRef { return graph.EpisodeRef(ids[i]) }
	low := -1.0
	for _, c := range []struct {
		name  string
		trips int64
		call  func(ctx context.Context) (results int, err error)
	}{
		{"get an episode", 1, func(ctx context.Context) (int, error) {
			return 1, second(service.GetEpisode(ctx, by, graph.GetEpisodeInput{EpisodeID: ref(9)}))
		}},
		{"list a page", 1, func(ctx context.Context) (int, error) {
			out, err := service.ListEpisodes(ctx, by, graph.ListEpisodesInput{Limit: 20})
			return len(out.Episodes), err
		}},
		{"search", 3, func(ctx context.Context) (int, error) {
			out, err := service.SearchEpisodes(ctx, by, graph.SearchEpisodesInput{Query: "common wordh", Match: "any", Limit: 10})
			return len(out.Episodes), err
		}},
		{"search of all words", 3, func(ctx context.Context) (int, error) {
			out, err := service.SearchEpisodes(ctx, by, graph.SearchEpisodesInput{Query: "common wordh", Match: "all", Limit: 10})
			return len(out.Episodes), err
		}},
		{"search with a hint", 5, func(ctx context.Context) (int, error) {
			out, err := service.SearchEpisodes(ctx, by, graph.SearchEpisodesInput{Query: "comon", Match: "any", Limit: 10})
			return len(out.Hint), err
		}},
		{"recall", 4, func(ctx context.Context) (int, error) {
			out, err := service.Recall(ctx, by, graph.RecallInput{Query: "common wordh", Limit: 8, Depth: 2, MaxBytes: 4096})
			return len(out.Episodes), err
		}},
		{"recall with a filter", 4, func(ctx context.Context) (int, error) {
			out, err := service.Recall(ctx, by, graph.RecallInput{
				Query: "common wordh", Limit: 8, Depth: 2, MaxBytes: 4096, MinReward: &low,
			})
			return len(out.Episodes), err
		}},
		{"recall near an episode", 4, func(ctx context.Context) (int, error) {
			out, err := service.Recall(ctx, by, graph.RecallInput{
				Query: "common wordh", Limit: 8, Depth: 2, MaxBytes: 4096, Near: []graph.EpisodeRef{ref(3)},
			})
			return len(out.Episodes), err
		}},
		{"recall of commits", 5, func(ctx context.Context) (int, error) {
			out, err := service.Recall(ctx, by, graph.RecallInput{Query: "common wordu", Limit: 8, Depth: 2, MaxBytes: 4096})
			return len(out.Episodes), err
		}},
		{"find related episodes", 1, func(ctx context.Context) (int, error) {
			out, err := service.FindRelated(ctx, by, graph.FindRelatedInput{EpisodeID: ref(9), MaxDepth: 3, Direction: graph.Both, Prefer: "shortest", Limit: 10})
			return len(out.RelatedEpisodes), err
		}},
		{"explain a connection", 4, func(ctx context.Context) (int, error) {
			out, err := service.ExplainConnection(ctx, by, graph.ExplainConnectionInput{From: ref(0), To: ref(14)})
			return len(out.Paths), err
		}},
		{"order page", 2, func(ctx context.Context) (int, error) {
			out, err := service.TopologicalOrder(ctx, by, graph.TopologicalOrderInput{RelationshipType: graph.Follows, Limit: 20})
			return len(out.OrderedEpisodes), err
		}},
	} {
		var trips, bytes int64
		for try := range 20 { // of which many may run beside work in the background of a busy machine
			mu.Lock()
			sent = nil
			mu.Unlock()
			trips, bytes = p.Trips.Load(), p.Received.Load()
			if results, err := c.call(t.Context()); err != nil || results == 0 {
				t.Fatalf("%s: %d results, %v", c.name, results, err)
			}
			trips, bytes = p.Trips.Load()-trips, p.Received.Load()-bytes
			mu.Lock()
			// A read asks where its workspace lives if none has for a second. On a busy machine that is each.
			sent = slices.DeleteFunc(sent, func(q query) bool {
				asks := q.text == getResidence.of(graph.Both).text
				if asks {
					trips--
				}
				return asks
			})
			mu.Unlock()
			if trips == c.trips && try > 0 {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if trips != c.trips {
			t.Errorf("%s: %d round trips, want %d", c.name, trips, c.trips)
		}
		mu.Lock()
		statements := sent
		mu.Unlock()
		if trips != c.trips {
			for _, q := range statements {
				t.Logf("sent: %.200s", q.text)
			}
		}
		t.Logf("%s: %d round trips, %d statements, %d db hits, %d bytes", c.name, trips, len(statements), hitsOf(t, s, statements), bytes)
	}
}

// tripsGraph stores episodes with so many common words that they are counted in a sample. Each follows another, and some
// refine others.
func tripsGraph(t *testing.T, s *Store, ws string) []graph.ID {
	t.Helper()
	var ids []graph.ID
	var rels []graph.Relationship
	for len(ids) < 4*ranking.CommonWord+100 {
		var batch graph.Batch
		for range 1_000 {
			e := newEpisode(fmt.Sprintf("common word%s about%s", letters(len(ids)%50), letters(len(ids))))
			e.CreatedAt = graph.Time(len(ids) + 1)
			if strings.Contains(e.Query, "wordu ") {
				e.Tags = []string{graph.GitTag}
			}
			if n := len(ids); n > 0 {
				rels = append(rels, link(ids[n/2], e.EpisodeID, graph.Follows))
				if n%3 == 0 {
					rels = append(rels, link(e.EpisodeID, ids[n-1], graph.Refines))
				}
			}
			ids = append(ids, e.EpisodeID)
			batch.Episodes = append(batch.Episodes, e)
		}
		ok(t, second(s.CreateEpisodes(t.Context(), ws, batch)))
	}
	for len(rels) > 0 {
		n := min(1_000, len(rels))
		ok(t, second(s.AddRelationships(t.Context(), ws, rels[:n])))
		rels = rels[n:]
	}
	ok(t, second(s.SettleOrder(t.Context(), ws, graph.Follows)))
	return ids
}

// letters writes a number in letters: episodes that differ only in numbers say the same.
func letters(n int) string {
	const all = "abcdefghijklmnopqrstuvwxyz"
	if n < len(all) {
		return all[n : n+1]
	}
	return letters(n/len(all)) + letters(n%len(all))
}

// hitsOf returns how often statements look into the store.
func hitsOf(t *testing.T, s *Store, statements []query) int64 {
	t.Helper()
	var sum func(plan neo4j.ProfiledPlan) int64
	sum = func(plan neo4j.ProfiledPlan) int64 {
		hits := plan.DbHits()
		for _, child := range plan.Children() {
			hits += sum(child)
		}
		return hits
	}
	hits := int64(0)
	for _, q := range statements {
		session := s.driver.NewSession(t.Context(), neo4j.SessionConfig{DatabaseName: s.database})
		tx, err := session.BeginTransaction(t.Context())
		ok(t, err)
		result, err := tx.Run(t.Context(), "PROFILE "+strings.TrimSpace(q.text), q.params)
		ok(t, err)
		summary, err := result.Consume(t.Context())
		ok(t, err)
		hits += sum(summary.Profile())
		ok(t, tx.Rollback(t.Context()))
		ok(t, session.Close(t.Context()))
	}
	return hits
}
