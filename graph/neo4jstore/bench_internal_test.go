package neo4jstore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/graphtest"
	"plotline/testing/kit/neo4jtest"
)

// bench is a store on a server, the last statement that it sent, and a graph in its own workspace.
type bench struct {
	*testing.B
	s      *Store
	ws     string
	sent   query
	ids    []graph.ID
	rels   []graph.Relationship
	random *rand.Rand
}

// newBench makes n episodes and the given number of relationships between them, forward in time.
func newBench(b *testing.B, n, edges int, types ...graph.Type) *bench {
	b.Helper()
	t := &bench{B: b, ws: workspace(b, neo4jtest.LTS), random: rand.New(rand.NewPCG(1, 2))} //nolint:gosec // the same each time
	t.s = openAt(b, neo4jtest.Open(b, neo4jtest.LTS), func(c *Config) {
		c.Observe = func(text string, p map[string]any) { t.sent = query{&statement{text: text}, p} }
	})
	t.ids, t.rels = graphtest.Random(b.Context(), b, t.s, t.ws, n, edges, types, 1)
	return t
}

// pair returns two episodes, the older first.
func (t *bench) pair() (graph.ID, graph.ID) {
	from := t.random.IntN(len(t.ids) - 1)
	return t.ids[from], t.ids[from+1+t.random.IntN(len(t.ids)-from-1)]
}

// bare runs a statement as any program would, in a managed transaction of a session.
func (t *bench) bare(q query, write bool) {
	session := t.s.driver.NewSession(t.Context(), neo4j.SessionConfig{
		DatabaseName: t.s.database, BookmarkManager: t.s.driver.ExecuteQueryBookmarkManager(),
	})
	defer func() { _ = session.Close(t.Context()) }()
	execute := session.ExecuteRead
	if write {
		execute = session.ExecuteWrite
	}
	_, err := execute(t.Context(), func(tx neo4j.ManagedTransaction) (any, error) {
		result, err := tx.Run(t.Context(), q.text, q.params)
		if err != nil {
			return nil, err
		}
		return result.Collect(t.Context())
	})
	ok(t, err)
}

// p50 returns the median in milliseconds.
func p50(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2].Microseconds()) / 1000
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

// points are the point operations. Each checks its answer. fresh returns a statement of the same kind for the driver
// alone, if the one just sent cannot be repeated.
var points = []struct {
	name  string
	write bool
	call  func(t *bench)
	fresh func(t *bench) query
}{
	{name: "create", write: true, call: func(t *bench) {
		made, err := t.s.CreateEpisodes(t.Context(), t.ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode("point")}})
		ok(t, err)
		if made.Episodes[0].ID < 1 {
			t.Fatalf("created %+v", made)
		}
	}, fresh: func(t *bench) query { return creating(englishIn(t.ws), []graph.NewEpisode{newEpisode("point")}) }},
	{name: "get", call: func(t *bench) {
		id, _ := t.pair()
		got, degrees, err := t.s.Episode(t.Context(), t.ws, id)
		ok(t, err)
		if got.EpisodeID != id || len(degrees) > 6 {
			t.Fatalf("got %+v", got)
		}
	}},
	{name: "add", write: true, call: func(t *bench) {
		from, to := t.pair()
		rel := link(from, to, graph.Causes)
		if err := t.s.AddRelationship(t.Context(), t.ws, rel); err == nil {
			t.rels = append(t.rels, rel)
		}
	}, fresh: func(t *bench) query {
		from, to := t.pair()
		return adding(t.ws, []addition{{Relationship: link(from, to, graph.Causes)}}, nil)
	}},
	{name: "relationships of", call: func(t *bench) {
		id, _ := t.pair()
		list, total, err := t.s.Relationships(t.Context(), t.ws, graph.RelationshipQuery{Episode: id, Direction: graph.Both})
		ok(t, err)
		if len(list) != total {
			t.Fatalf("%d of %d relationships", len(list), total)
		}
	}},
	{name: "exists", call: func(t *bench) {
		rel := t.rels[t.random.IntN(len(t.rels))]
		list, err := t.s.RelationshipsBetween(t.Context(), t.ws, rel.From, rel.To, rel.Type)
		ok(t, err)
		if len(list) != 1 {
			t.Fatalf("%d relationships between", len(list))
		}
	}},
	{name: "validate", call: func(t *bench) {
		from, to := t.pair()
		path, err := t.s.FindCycle(t.Context(), t.ws, from, to, graph.Follows)
		ok(t, err)
		if path != nil {
			t.Fatalf("a forward relationship closes %v", path)
		}
	}},
	{name: "list", call: func(t *bench) {
		list, total, err := t.s.ListEpisodes(t.Context(), t.ws, graph.ListQuery{Limit: 50})
		ok(t, err)
		if len(list) != 50 || total < len(t.ids) {
			t.Fatalf("%d of %d episodes", len(list), total)
		}
	}},
	{name: "search", call: func(t *bench) {
		hits, total, err := t.s.FindText(t.Context(), t.ws, graph.TextQuery{Clauses: analysis.English.Parse("e77"), All: true, Limit: 10})
		ok(t, err)
		if len(hits) != 1 || total != 1 {
			t.Fatalf("%d hits of %d", len(hits), total)
		}
	}},
	{name: "remove", write: true, call: func(t *bench) {
		last := len(t.rels) - 1
		ok(t, t.s.RemoveRelationship(t.Context(), t.ws, t.rels[last].ID))
		t.rels = t.rels[:last]
	}, fresh: func(t *bench) query {
		last := len(t.rels) - 1
		q := removeRelationship.with(params{
			"workspace": t.ws, "node": changeNode(), "mark": newMark(), "id": string(t.rels[last].ID),
		})
		t.rels = t.rels[:last]
		return q
	}},
}

// BenchmarkPoints compares the store with the same statements by the driver alone, in turn. It also compares a small
// graph with one a hundred times its size.
func BenchmarkPoints(b *testing.B) {
	for _, size := range []int{1_000, 100_000} {
		t := newBench(b, size, size, graph.Follows)
		for _, point := range points {
			b.Run(fmt.Sprintf("%s/%d", point.name, size), func(b *testing.B) {
				t.B = b
				var ours, bare []time.Duration
				point.call(t)
				for b.Loop() {
					q := t.sent
					if point.fresh != nil {
						q = point.fresh(t)
					}
					ours = append(ours, timed(func() { point.call(t) }))
					bare = append(bare, timed(func() { t.bare(q, point.write) }))
				}
				b.ReportMetric(p50(ours), "p50-ms")
				b.ReportMetric(p50(bare), "driver-p50-ms")
			})
		}
	}
}

// BenchmarkBulk writes 1,000 items at once: episodes, and relationships of ordering and other types, on an empty
// graph and beside 50,000 relationships of the type.
func BenchmarkBulk(b *testing.B) {
	for _, edges := range []int{0, 50_000} {
		t := newBench(b, 10_000, edges, graph.Follows)
		rounds := 0
		list := func(kind graph.Type) []graph.Relationship {
			rounds++
			rels := make([]graph.Relationship, 0, 1000)
			taken := map[[2]graph.ID]bool{}
			for _, r := range t.rels {
				taken[[2]graph.ID{r.From, r.To}] = true
			}
			for len(rels) < cap(rels) {
				from, to := t.pair()
				if !taken[[2]graph.ID{from, to}] {
					taken[[2]graph.ID{from, to}] = true
					rels = append(rels, link(from, to, kind))
				}
			}
			return rels
		}
		b.Run(fmt.Sprintf("episodes/%d", edges), func(b *testing.B) {
			t.series(b, func() func() {
				batch := graph.Batch{Episodes: make([]graph.NewEpisode, 1000)}
				for i := range batch.Episodes {
					batch.Episodes[i] = newEpisode("bulk")
				}
				return func() {
					made, err := t.s.CreateEpisodes(b.Context(), t.ws, batch)
					ok(b, err)
					if last := made.Episodes[999]; last.EpisodeID != batch.Episodes[999].EpisodeID || last.ID < 1000 {
						b.Fatalf("made %+v", last)
					}
				}
			})
		})
		for _, kind := range []graph.Type{graph.PartOf, graph.Follows} {
			b.Run(fmt.Sprintf("%s/%d", kind, edges), func(b *testing.B) {
				t.series(b, func() func() {
					rels := list(kind)
					return func() {
						ok(b, t.s.AddRelationships(b.Context(), t.ws, rels))
						t.rels = append(t.rels, rels...)
					}
				})
			})
		}
	}
}

// series measures the function that prepare returns, without prepare itself.
func (t *bench) series(b *testing.B, prepare func() func()) {
	b.Helper()
	t.B = b
	var times []time.Duration
	for b.Loop() {
		times = append(times, timed(prepare()))
	}
	b.ReportMetric(p50(times), "p50-ms")
}

// BenchmarkSearch searches outwards on 10,000 episodes with 50,000 relationships of all types.
func BenchmarkSearch(b *testing.B) {
	t := newBench(b, 10_000, 50_000, graph.Types()...)
	for _, depth := range []int{3, 5} {
		b.Run(fmt.Sprintf("related/%d", depth), func(b *testing.B) {
			reached := 0
			t.series(b, func() func() {
				start, _ := t.pair()
				return func() {
					found, total, err := t.s.Related(b.Context(), t.ws, graph.RelatedQuery{
						Start: start, MaxDepth: depth, MinStrength: 0.2, Direction: graph.Both,
					})
					ok(b, err)
					if len(found) != total {
						b.Fatalf("%d of %d", len(found), total)
					}
					reached = total
				}
			})
			b.ReportMetric(float64(reached), "found")
		})
	}
	b.Run("subgraph/500", func(b *testing.B) {
		t.series(b, func() func() {
			return func() {
				part, err := t.s.Subgraph(b.Context(), t.ws, graph.SubgraphQuery{MaxNodes: 500})
				ok(b, err)
				if len(part.Nodes) != 500 || part.Total != 10_000 {
					b.Fatalf("%d of %d", len(part.Nodes), part.Total)
				}
			}
		})
	})
}

// BenchmarkLarge measures graphs that a naive store cannot handle.
func BenchmarkLarge(b *testing.B) {
	t := newBench(b, 2, 0)
	const n = 100_000
	chain := graphtest.Chain(b.Context(), b, t.s, t.ws, n)
	t.large(b, "chain", chain, n+1)
	t = newBench(b, 2, 0)
	t.large(b, "ladder", graphtest.Ladder(b.Context(), b, t.s, t.ws, 40), 81)
	t = newBench(b, n, n, graph.Follows)
	b.Run("projection/random", func(b *testing.B) {
		t.series(b, func() func() { return func() { t.projects(b, n, n) } })
	})
}

func (t *bench) projects(b *testing.B, nodes, edges int) {
	b.Helper()
	p, err := t.s.Projection(b.Context(), t.ws, graph.Follows, nil)
	ok(b, err)
	if len(p.Nodes) != nodes || len(p.Edges) != edges {
		b.Fatalf("%d nodes, %d edges", len(p.Nodes), len(p.Edges))
	}
}

// large searches for the cycle from end to start, whose length is known, for near episodes, and for all.
func (t *bench) large(b *testing.B, name string, ids []graph.ID, hops int) {
	b.Helper()
	first, last := ids[0], ids[len(ids)-1]
	for what, call := range map[string]func(b *testing.B){
		"cycle": func(b *testing.B) {
			b.Helper()
			path, err := t.s.FindCycle(b.Context(), t.ws, last, first, graph.Follows)
			ok(b, err)
			if path == nil || len(path.IDs)+path.Omitted != hops+1 {
				b.Fatalf("cycle %v", path)
			}
		},
		"no cycle": func(b *testing.B) {
			b.Helper()
			path, err := t.s.FindCycle(b.Context(), t.ws, first, last, graph.Follows)
			ok(b, err)
			if path != nil {
				b.Fatalf("cycle %v", path)
			}
		},
		"related": func(b *testing.B) {
			b.Helper()
			found, _, err := t.s.Related(b.Context(), t.ws, graph.RelatedQuery{Start: first, MaxDepth: 5, Direction: graph.Both})
			ok(b, err)
			if len(found) < 5 {
				b.Fatalf("found %d", len(found))
			}
		},
		"projection": func(b *testing.B) {
			b.Helper()
			p, err := t.s.Projection(b.Context(), t.ws, graph.Follows, nil)
			ok(b, err)
			if len(p.Nodes) != len(ids)+2 || len(p.Edges) < len(ids)-1 {
				b.Fatalf("%d nodes, %d edges", len(p.Nodes), len(p.Edges))
			}
		},
	} {
		b.Run(what+"/"+name, func(b *testing.B) {
			t.series(b, func() func() { return func() { call(b) } })
		})
	}
}
