package neo4jstore

import (
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
)

// TestPartsReadLittle counts the database accesses of reads that need only a part of a workspace.
func TestPartsReadLittle(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			const episodes = 1000
			s, sent := openObserved(t, version)
			ws := workspace(t, version)
			makeSome(t, s, ws, episodes)
			tagged := newEpisode("tagged")
			tagged.Tags = []string{"rare"}
			ok(t, second(s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{tagged}})))
			list := func(q graph.ListQuery) int {
				_, total, err := s.ListEpisodes(t.Context(), ws, q)
				ok(t, err)
				return total
			}
			outline := func(q graph.OutlineQuery) int {
				out, err := s.Outline(t.Context(), ws, q)
				ok(t, err)
				return out.Total
			}
			none, rare := graph.EpisodeFilter{Tags: []string{"none"}}, graph.EpisodeFilter{Tags: []string{"rare"}}
			for _, read := range []struct {
				what        string
				run         func() int
				total, most int // database accesses
			}{
				{"page of a list", func() int { return list(graph.ListQuery{Limit: 5}) }, episodes + 1, 200},
				{"page by a tag of none", func() int { return list(graph.ListQuery{Limit: 5, Filter: none}) }, 0, 5 * episodes / 2},
				{"page by a tag of one", func() int { return list(graph.ListQuery{Limit: 5, Filter: rare}) }, 1, 5 * episodes / 2},
				{"map", func() int { return outline(graph.OutlineQuery{Limit: 5, Details: true}) }, episodes + 1, 400},
				{"map by a tag of one", func() int { return outline(graph.OutlineQuery{Limit: 5, Filter: rare}) }, 1, 5 * episodes / 2},
			} {
				total := read.run()
				hits := accesses(t, s, *sent.Load())
				t.Logf("%s: %d accesses", read.what, hits)
				if total != read.total || hits > read.most {
					t.Errorf("%s: a total of %d with %d accesses, want %d with at most %d", read.what, total, hits, read.total, read.most)
				}
			}
		})
	}
}

// TestRelatedStopsEarly checks that a search that crosses too many relationships ends with their level, and that a wide
// one reads the names of what it returns alone.
func TestRelatedStopsEarly(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			const leaves, most = 300, 100
			s, sent := openObserved(t, version)
			ws := workspace(t, version)
			ids := makeSome(t, s, ws, leaves+1)
			var edges []graph.Relationship
			for i := 1; i <= leaves; i++ {
				edges = append(edges, link(ids[0], ids[i], graph.RelatedTo), link(ids[i], ids[1+i%leaves], graph.RelatedTo))
			}
			ok(t, second(s.AddRelationships(t.Context(), ws, edges)))
			q := graph.RelatedQuery{Start: ids[0], MaxDepth: 3, Direction: graph.Both, Limit: 5, Most: most}
			_, _, err := s.Related(t.Context(), ws, q)
			if fault.CodeOf(err) != fault.TooLarge {
				t.Fatalf("%v, want %s", err, fault.TooLarge)
			}
			early := accesses(t, s, *sent.Load())
			q.Most = 0
			found, total, err := s.Related(t.Context(), ws, q)
			ok(t, err)
			if len(found) != q.Limit || total != leaves {
				t.Errorf("found %d of %d", len(found), total)
			}
			whole := accesses(t, s, *sent.Load())
			t.Logf("%d accesses, and %d for all", early, whole)
			if early > 10*most { // a relationship has its end, its id and its strength
				t.Errorf("%d accesses for one level, want at most %d", early, 10*most)
			}
		})
	}
}

// openObserved returns a store, and the last read with a limit that a test sent to it. The store also sends statements in the
// background.
func openObserved(t *testing.T, version neo4jtest.Version) (*Store, *atomic.Pointer[query]) {
	t.Helper()
	var sent atomic.Pointer[query]
	return openAt(t, neo4jtest.Open(t, version), func(c *Config) {
		c.Observe = func(text string, p map[string]any) {
			if p["workspace"] != nil && p["limit"] != nil {
				sent.Store(&query{&statement{text: text}, p})
			}
		}
	}), &sent
}

var allAccesses = regexp.MustCompile(`Total database accesses: (\d+)`)

// accesses runs a query again and returns how often it reads from the database.
func accesses(t *testing.T, s *Store, q query) int {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), s.driver, "PROFILE "+q.text, q.params, neo4j.EagerResultTransformer)
	ok(t, err)
	plan, _ := result.Summary.Profile().Arguments()["string-representation"].(string)
	found := allAccesses.FindStringSubmatch(plan)
	if found == nil {
		t.Fatalf("no accesses in\n%s", plan)
	}
	hits, err := strconv.Atoi(found[1])
	ok(t, err)
	return hits
}
