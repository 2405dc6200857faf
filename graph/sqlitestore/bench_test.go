package sqlitestore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
)

const benchSpace = "bench"

// sized is a workspace of random relationships of all types, each from an older episode to a younger
// one, five for each episode.
type sized struct {
	*Store
	n    int
	ids  []graph.ID
	rels []graph.Relationship
	turn atomic.Int64
}

// pick gives an episode, another one each time.
func (s *sized) pick() int { return int(s.turn.Add(1)*7919) % s.n }

func BenchmarkPointOperations(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		s := &sized{Store: newStore(b), n: n}
		s.ids, s.rels = graphtest.Random(b.Context(), b, s.Store, benchSpace, n, 5*n, graph.Types(), 1)
		for _, op := range []struct {
			name string
			run  func(b *testing.B, s *sized)
		}{
			{"create", benchCreate},
			{"get", benchGet},
			{"add", benchAdd},
			{"add_follows", benchAddFollows},
			{"remove", benchRemove},
			{"relationships_of", benchRelationships},
			{"exists_between", benchBetween},
			{"find_cycle", benchFindCycle},
			{"list_50", benchList},
			{"search", benchSearch},
			{"related_3", benchRelated},
		} {
			b.Run(fmt.Sprintf("%s/%d", op.name, n), func(b *testing.B) { op.run(b, s) })
		}
	}
}

// median runs f as often as the benchmark asks and reports the median, which other work on the
// machine disturbs less than the mean.
func median(b *testing.B, f func(i int) error) {
	b.Helper()
	var times []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		if err := f(i); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	report(b, times)
}

func report(b *testing.B, times []time.Duration) {
	b.Helper()
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e3, "p50-µs")
	b.ReportMetric(float64(times[len(times)/10].Nanoseconds())/1e3, "p10-µs")
}

// expect stops a benchmark whose answer is wrong: the time of a wrong answer is worth nothing.
func expect[T comparable](b *testing.B, what string, got, want T) {
	b.Helper()
	if got != want {
		b.Fatalf("%s: %v, want %v", what, got, want)
	}
}

func benchEpisode() graph.NewEpisode {
	now := graph.TimeOf(time.Now())
	return graph.NewEpisode{Episode: graph.Episode{
		EpisodeID: graph.NewID(), Name: "A benchmark", Query: "How long does it take to write this down, durably?",
		Reflection: "Not long.", Reward: 0.5, CreatedAt: now, UpdatedAt: now,
	}}
}

func benchRelationship(from, to graph.ID, t graph.Type) graph.Relationship {
	return graph.Relationship{
		ID: graph.NewID(), From: from, To: to, Type: t, Strength: 0.5, CreatedAt: graph.TimeOf(time.Now()),
	}
}

func benchCreate(b *testing.B, s *sized) {
	median(b, func(int) error {
		_, err := s.CreateEpisodes(b.Context(), benchSpace, graph.Batch{Episodes: []graph.NewEpisode{benchEpisode()}})
		return err
	})
}

func benchGet(b *testing.B, s *sized) {
	median(b, func(int) error {
		i := s.pick()
		e, _, err := s.Episode(b.Context(), benchSpace, s.ids[i])
		expect(b, "name", e.Name, fmt.Sprintf("e%d", i))
		return err
	})
}

func benchAdd(b *testing.B, s *sized) { benchAdds(b, s, graph.RelatedTo) }

func benchAddFollows(b *testing.B, s *sized) { benchAdds(b, s, graph.Follows) }

// benchAdds adds and, out of time, removes, so that the graph keeps its shape.
func benchAdds(b *testing.B, s *sized, t graph.Type) {
	var times []time.Duration
	for b.Loop() {
		i, j := s.pick(), s.pick()
		rel := benchRelationship(s.ids[min(i, j)], s.ids[max(i, j)], t)
		start := time.Now()
		err := s.AddRelationship(b.Context(), benchSpace, rel)
		times = append(times, time.Since(start))
		if err == nil {
			err = s.RemoveRelationship(b.Context(), benchSpace, rel.ID)
		}
		_ = err // a few are there already
	}
	report(b, times)
}

func benchRemove(b *testing.B, s *sized) {
	var times []time.Duration
	for b.Loop() {
		rel := benchRelationship(s.ids[s.pick()], s.ids[s.pick()], graph.Contradicts)
		if s.AddRelationship(b.Context(), benchSpace, rel) != nil {
			continue
		}
		start := time.Now()
		if err := s.RemoveRelationship(b.Context(), benchSpace, rel.ID); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	report(b, times)
}

func benchRelationships(b *testing.B, s *sized) {
	median(b, func(int) error {
		id := s.ids[s.pick()]
		rels, count, err := s.Relationships(b.Context(), benchSpace, graph.RelationshipQuery{Episode: id, Direction: graph.Both})
		expect(b, "count", len(rels), count)
		return err
	})
}

func benchBetween(b *testing.B, s *sized) {
	median(b, func(i int) error {
		want := s.rels[(i*7919)%len(s.rels)]
		rels, err := s.RelationshipsBetween(b.Context(), benchSpace, want.From, want.To, want.Type)
		expect(b, "relationships", len(rels), 1)
		return err
	})
}

func benchFindCycle(b *testing.B, s *sized) {
	median(b, func(int) error {
		i, j := s.pick(), s.pick()
		path, err := s.FindCycle(b.Context(), benchSpace, s.ids[min(i, j)], s.ids[max(i, j)], graph.Follows)
		expect(b, "a cycle along the order", path == nil || i == j, true)
		return err
	})
}

func benchList(b *testing.B, s *sized) {
	median(b, func(int) error {
		page, total, err := s.ListEpisodes(b.Context(), benchSpace, graph.ListQuery{Limit: 50})
		expect(b, "page", len(page), 50)
		expect(b, "all", total >= s.n, true)
		return err
	})
}

func benchSearch(b *testing.B, s *sized) {
	median(b, func(int) error {
		i := s.pick()
		hits, total, err := s.SearchEpisodes(b.Context(), benchSpace, graph.SearchQuery{Tokens: []string{fmt.Sprintf("e%d", i)}, Limit: 10})
		expect(b, "matches", total, 1)
		expect(b, "best", hits[0].EpisodeID, s.ids[i])
		return err
	})
}

func benchRelated(b *testing.B, s *sized) {
	median(b, func(int) error {
		list, total, err := s.Related(b.Context(), benchSpace, graph.RelatedQuery{
			Start: s.ids[s.pick()], MaxDepth: 3, MinStrength: 0.5, Direction: graph.Both,
		})
		expect(b, "related", len(list), total)
		return err
	})
}

// The sizes that the aims are given for.
func BenchmarkGraphOperations(b *testing.B) {
	s := newStore(b)
	small, _ := graphtest.Random(b.Context(), b, s, "small", 500, 1_000, graph.Types(), 2)
	b.Run("related_3_of_500", func(b *testing.B) {
		median(b, func(i int) error {
			list, total, err := s.Related(b.Context(), "small", graph.RelatedQuery{
				Start: small[i%500], MaxDepth: 3, Direction: graph.Both,
			})
			expect(b, "related", len(list), total)
			return err
		})
	})
	b.Run("subgraph_500", func(b *testing.B) {
		median(b, func(int) error {
			part, err := s.Subgraph(b.Context(), "small", graph.SubgraphQuery{MaxNodes: 500})
			expect(b, "nodes", len(part.Nodes), 500)
			expect(b, "edges", len(part.Edges), 1_000)
			return err
		})
	})
	b.Run("order_500", func(b *testing.B) {
		median(b, func(int) error {
			p, err := s.Projection(b.Context(), "small", graph.Follows, nil)
			expect(b, "nodes", len(p.Nodes), 500)
			_ = graph.Order(p)
			return err
		})
	})
	graphtest.Random(b.Context(), b, s, "hub", 1_001, 1, graph.Types(), 1)
	benchBulk(b, s)
	benchDeep(b, s)
}

func benchBulk(b *testing.B, s *Store) {
	b.Run("create_1000", func(b *testing.B) {
		median(b, func(i int) error {
			batch := graph.Batch{Episodes: make([]graph.NewEpisode, 1_000)}
			for j := range batch.Episodes {
				batch.Episodes[j] = benchEpisode()
			}
			made, err := s.CreateEpisodes(b.Context(), fmt.Sprint("create-", i), batch)
			expect(b, "created", len(made.Episodes), 1_000)
			return err
		})
	})
	ids, rels := graphtest.Random(b.Context(), b, s, "bulk", 10_000, 50_000, graph.Types(), 3)
	type place struct{ from, to graph.ID }
	taken := map[place]bool{}
	for _, r := range rels {
		taken[place{r.From, r.To}] = true
	}
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a benchmark
	for _, t := range []graph.Type{graph.Follows, graph.RelatedTo} {
		b.Run("add_1000_"+string(t), func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				rels := make([]graph.Relationship, 0, 1_000)
				for len(rels) < 1_000 {
					i, j := rng.IntN(10_000), rng.IntN(10_000)
					p := place{ids[min(i, j)], ids[max(i, j)]}
					if i != j && !taken[p] {
						taken[p] = true
						rels = append(rels, benchRelationship(p.from, p.to, t))
					}
				}
				start := time.Now()
				if err := s.AddRelationships(b.Context(), "bulk", rels); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			report(b, times)
		})
	}
}

func benchDeep(b *testing.B, s *Store) {
	chain := graphtest.Chain(b.Context(), b, s, "chain", 100_000)
	ladder := graphtest.Ladder(b.Context(), b, s, "ladder", 40)
	last, top := chain[100_000], ladder[120]
	b.Run("find_cycle_chain_100000", func(b *testing.B) {
		median(b, func(int) error {
			path, err := s.FindCycle(b.Context(), "chain", last, chain[0], graph.Follows)
			expect(b, "omitted", path.Omitted, 100_002-graph.PathLimit)
			return err
		})
	})
	b.Run("find_cycle_chain_none", func(b *testing.B) {
		median(b, func(int) error {
			path, err := s.FindCycle(b.Context(), "chain", chain[50_000], chain[50_002], graph.Follows)
			expect(b, "none", path == nil, true)
			return err
		})
	})
	b.Run("find_cycle_ladder_40", func(b *testing.B) {
		median(b, func(int) error {
			path, err := s.FindCycle(b.Context(), "ladder", top, ladder[0], graph.Follows)
			expect(b, "length", len(path.IDs), 82)
			return err
		})
	})
	b.Run("related_5_ladder", func(b *testing.B) {
		median(b, func(int) error {
			_, total, err := s.Related(b.Context(), "ladder", graph.RelatedQuery{Start: ladder[60], MaxDepth: 5, Direction: graph.Both})
			expect(b, "related", total, 16)
			return err
		})
	})
	b.Run("projection_chain_100000", func(b *testing.B) {
		median(b, func(int) error {
			p, err := s.Projection(b.Context(), "chain", graph.Follows, nil)
			expect(b, "edges", len(p.Edges), 100_000)
			return err
		})
	})
}
