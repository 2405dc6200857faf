package neo4jstore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestTextsIndexedAgain checks that indexing texts again changes nothing that a caller sees.
func TestTextsIndexedAgain(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s := t.s[0]
		id := makeSome(t, s, t.ws, 3)[0]
		before, _, err := s.Episode(t.Context(), t.ws, id)
		ok(t, err)
		words := wordsOf(t.T, s, t.ws)
		now := time.Now().Add(time.Hour).UnixMilli()
		for _, want := range []string{words + " ", words} {
			indexed, err := s.indexLostOf(t.Context(), t.ws, 0, now)
			ok(t, err)
			if got := wordsOf(t.T, s, t.ws); indexed != 3 || got != want {
				t.Errorf("%d indexed, with the words %q, want %q", indexed, got, want)
			}
			after, _, err := s.Episode(t.Context(), t.ws, id)
			ok(t, err)
			if !after.Equal(before) || after.UpdatedAt != before.UpdatedAt {
				t.Errorf("%+v, was %+v", after, before)
			}
		}
		if indexed, err := s.indexLostOf(t.Context(), t.ws, now, now); err != nil || indexed != 0 {
			t.Errorf("%d written later were indexed, %v", indexed, err)
		}
	})
}

// wordsOf returns the words of the first episode of a workspace.
func wordsOf(t *testing.T, s *Store, ws string) string {
	t.Helper()
	found, err := neo4j.ExecuteQuery(t.Context(), s.driver, "MATCH (e:Episode {workspace: $ws, id: 1}) RETURN e.words AS words",
		map[string]any{"ws": ws}, neo4j.EagerResultTransformer)
	ok(t, err)
	words, _, err := neo4j.GetRecordValue[string](found.Records[0], "words")
	ok(t, err)
	return words
}

// TestKilledServerLosesNoText kills a server while it has texts to index that its last checkpoint did not wait for. A store
// that stays open has them indexed again.
func TestKilledServerLosesNoText(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	server := neo4jtest.OpenDedicated(t, neo4jtest.LTS, neo4jtest.Extras{Settings: map[string]string{
		"db.checkpoint.interval.time": "1s", "db.checkpoint.interval.tx": "1", // it looks every 10 s
	}})
	s := openAt(t, server.Server, nil)
	ok(t, second(s.Status(t.Context())))
	const writing = 6
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	var writers sync.WaitGroup
	var written atomic.Int64 // in batches
	for writer := range writing {
		writers.Go(func() {
			for ctx.Err() == nil {
				var batch graph.Batch
				for range 10 {
					e := newEpisode("needle")
					var text strings.Builder
					for range 4000 { // different words take the server long to index
						fmt.Fprintf(&text, "w%x ", rand.IntN(100_000)) //nolint:gosec // nothing secret
					}
					e.Reflection = text.String()
					batch.Episodes = append(batch.Episodes, e)
				}
				if _, err := s.CreateEpisodes(ctx, fmt.Sprint("w", writer), batch); err == nil { // the last one may be cut off
					written.Add(1)
				}
			}
		})
	}
	for began := time.Now(); ctx.Err() == nil && (time.Since(began) < 25*time.Second || written.Load() < writing); {
		time.Sleep(100 * time.Millisecond)
	}
	stop()
	server.Kill(t)
	writers.Wait()
	server.Start(t)
	most, since := 0, time.Now()
	for ; ; time.Sleep(time.Second) {
		episodes, found := 0, 0
		for writer := range writing {
			ws := fmt.Sprint("w", writer)
			_, total, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
			ok(t, err)
			counted, err := s.CountText(t.Context(), ws, graph.CountQuery{
				Clauses: analysis.English.Parse("needle"), Most: total + 1, Brief: true,
			})
			ok(t, err)
			episodes, found = episodes+total, found+counted.Having[0]
		}
		if found == episodes && episodes > 0 {
			return
		}
		if found > most {
			most, since = found, time.Now()
		}
		if time.Since(since) > 2*time.Minute { // a busy machine takes minutes for all of them
			t.Fatalf("%d of %d episodes are found, and for two minutes no other one", found, episodes)
		}
	}
}
