package sqlitestore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/graphtest"
)

// measure runs act as often as the benchmark asks and reports the median time. Other work on the machine disturbs the
// median less than the mean. before prepares each run and after undoes it. Neither is timed.
func measure[T any](b *testing.B, before func() T, act func(T) error, after func(T)) {
	b.Helper()
	var times []time.Duration
	for b.Loop() {
		with := before()
		start := time.Now()
		err := act(with)
		times = append(times, time.Since(start))
		ok(b, err)
		after(with)
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e3, "p50-µs")
	b.ReportMetric(float64(times[len(times)/10].Nanoseconds())/1e3, "p10-µs")
}

// expect stops a benchmark whose answer is wrong, because its time means nothing.
func expect[T comparable](b *testing.B, what string, got, want T) {
	b.Helper()
	if got != want {
		b.Fatalf("%s: %v, want %v", what, got, want)
	}
}

func nothing[T any](T) {}

// sized is a workspace of n episodes with five random relationships each. They are of all types and run from an older
// episode to a newer one.
type sized struct {
	*Store
	n     int
	ids   []graph.ID
	rels  []graph.Relationship
	taken map[[2]graph.ID]bool
	rng   *rand.Rand
}

func newSized(b *testing.B, n int) *sized {
	b.Helper()
	s := &sized{Store: newStore(b), n: n, taken: map[[2]graph.ID]bool{}, rng: rand.New(rand.NewPCG(1, 2))} //nolint:gosec // the same each time
	s.ids, s.rels = graphtest.Random(b.Context(), b, s.Store, ws, n, 5*n, graph.Types(), 1)
	for _, r := range s.rels {
		s.taken[[2]graph.ID{r.From, r.To}] = true
	}
	return s
}

func (s *sized) some() int { return s.rng.IntN(s.n) }

// pair returns an older and a newer episode that no relationship joins yet.
func (s *sized) pair() [2]graph.ID {
	for {
		i, j := s.some(), s.some()
		p := [2]graph.ID{s.ids[min(i, j)], s.ids[max(i, j)]}
		if i != j && !s.taken[p] {
			s.taken[p] = true
			return p
		}
	}
}

// BenchmarkPointOperations measures how operations on one episode or relationship grow with the graph.
func BenchmarkPointOperations(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		s := newSized(b, n)
		for name, run := range map[string]func(*testing.B){
			"create": s.benchCreate, "get": s.benchGet, "remove": s.benchRemove, "list": s.benchList,
			"add": s.benchAddAny, "add_follows": s.benchAddFollows,
			"relationships_of": s.benchRelationships, "exists_between": s.benchBetween,
			"find_cycle": s.benchFindCycle, "search": s.benchSearch, "related_3": s.benchRelated,
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), run)
		}
	}
}

func (s *sized) benchCreate(b *testing.B) {
	b.Helper()
	measure(b, func() graph.Batch {
		return graph.Batch{Episodes: []graph.NewEpisode{episode("of a benchmark")}}
	}, func(batch graph.Batch) error {
		_, err := s.CreateEpisodes(b.Context(), ws, batch)
		return err
	}, func(batch graph.Batch) {
		_, err := s.DeleteEpisode(b.Context(), ws, batch.Episodes[0].EpisodeID)
		ok(b, err)
	})
}

func (s *sized) benchGet(b *testing.B) {
	b.Helper()
	measure(b, s.some, func(i int) error {
		e, _, err := s.Episode(b.Context(), ws, s.ids[i])
		expect(b, "name", e.Name, fmt.Sprintf("e%d", i))
		return err
	}, nothing)
}

// fresh returns a relationship that is not stored yet.
func (s *sized) fresh(t graph.Type) graph.Relationship {
	p := s.pair()
	return relationship(p[0], p[1], t)
}

func (s *sized) benchAddAny(b *testing.B) {
	b.Helper()
	s.benchAdd(b, graph.RelatedTo)
}

func (s *sized) benchAddFollows(b *testing.B) {
	b.Helper()
	s.benchAdd(b, graph.Follows)
}

func (s *sized) benchAdd(b *testing.B, t graph.Type) {
	b.Helper()
	measure(b, func() graph.Relationship { return s.fresh(t) }, func(rel graph.Relationship) error {
		return s.AddRelationship(b.Context(), ws, rel)
	}, func(rel graph.Relationship) {
		ok(b, s.RemoveRelationship(b.Context(), ws, rel.ID))
	})
}

func (s *sized) benchRemove(b *testing.B) {
	b.Helper()
	measure(b, func() graph.Relationship {
		rel := s.fresh(graph.PartOf)
		ok(b, s.AddRelationship(b.Context(), ws, rel))
		return rel
	}, func(rel graph.Relationship) error {
		return s.RemoveRelationship(b.Context(), ws, rel.ID)
	}, nothing)
}

func (s *sized) benchRelationships(b *testing.B) {
	b.Helper()
	measure(b, s.some, func(i int) error {
		rels, count, err := s.Relationships(b.Context(), ws, graph.RelationshipQuery{Episode: s.ids[i], Direction: graph.Both})
		expect(b, "count", len(rels), count)
		return err
	}, nothing)
}

func (s *sized) benchBetween(b *testing.B) {
	b.Helper()
	measure(b, func() graph.Relationship { return s.rels[s.rng.IntN(len(s.rels))] }, func(r graph.Relationship) error {
		rels, err := s.RelationshipsBetween(b.Context(), ws, r.From, r.To, r.Type)
		expect(b, "relationships", len(rels), 1)
		return err
	}, nothing)
}

func (s *sized) benchFindCycle(b *testing.B) {
	b.Helper()
	measure(b, s.pair, func(p [2]graph.ID) error {
		path, err := s.FindCycle(b.Context(), ws, p[0], p[1], graph.Follows)
		expect(b, "no cycle along the order", path == nil, true)
		return err
	}, nothing)
}

func (s *sized) benchList(b *testing.B) {
	b.Helper()
	measure(b, s.some, func(int) error {
		page, total, err := s.ListEpisodes(b.Context(), ws, graph.ListQuery{Limit: 50})
		expect(b, "page", len(page), 50)
		expect(b, "all", total, s.n)
		return err
	}, nothing)
}

func (s *sized) benchSearch(b *testing.B) {
	b.Helper()
	measure(b, s.some, func(i int) error {
		hits, total, err := s.FindText(b.Context(), ws, graph.TextQuery{Clauses: analysis.English.Parse(fmt.Sprintf("e%d", i)), All: true, Limit: 10})
		expect(b, "matches", total, 1)
		expect(b, "best", hits[0].EpisodeID, s.ids[i])
		return err
	}, nothing)
}

func (s *sized) benchRelated(b *testing.B) {
	b.Helper()
	measure(b, s.some, func(i int) error {
		list, total, err := s.Related(b.Context(), ws, graph.RelatedQuery{
			Start: s.ids[i], MaxDepth: 3, MinStrength: 0.5, Direction: graph.Both,
		})
		expect(b, "related", len(list), total)
		return err
	}, nothing)
}

// BenchmarkGraphOperations measures operations that read many episodes, at the sizes of the performance targets.
func BenchmarkGraphOperations(b *testing.B) {
	s := newStore(b)
	ids, _ := graphtest.Random(b.Context(), b, s, ws, 500, 1_000, graph.Types(), 2)
	start := func() graph.ID { return ids[250] }
	b.Run("related_3/500", func(b *testing.B) {
		measure(b, start, func(id graph.ID) error {
			list, total, err := s.Related(b.Context(), ws, graph.RelatedQuery{Start: id, MaxDepth: 3, Direction: graph.Both})
			expect(b, "related", len(list) == total && total > 20, true)
			return err
		}, nothing)
	})
	b.Run("subgraph/500", func(b *testing.B) {
		measure(b, start, func(graph.ID) error {
			part, err := s.Subgraph(b.Context(), ws, graph.SubgraphQuery{MaxNodes: 500})
			expect(b, "nodes", len(part.Nodes), 500)
			expect(b, "edges", len(part.Edges), 1_000)
			return err
		}, nothing)
	})
	b.Run("order/500", func(b *testing.B) {
		measure(b, start, func(graph.ID) error {
			p, err := s.Projection(b.Context(), ws, graph.Follows, nil)
			expect(b, "nodes", len(p.Nodes), 500)
			_ = graph.Order(p)
			return err
		}, nothing)
	})
}

// BenchmarkBulk measures calls with a thousand items.
func BenchmarkBulk(b *testing.B) {
	s := newStore(b)
	i := 0
	b.Run("create", func(b *testing.B) {
		measure(b, func() (batch graph.Batch) {
			for range 1_000 {
				i++
				batch.Episodes = append(batch.Episodes, episode(fmt.Sprintf("of a benchmark, number %d", i)))
			}
			return batch
		}, func(batch graph.Batch) error {
			made, err := s.CreateEpisodes(b.Context(), ws, batch)
			expect(b, "created", len(made.Episodes), 1_000)
			return err
		}, nothing)
	})
	for _, n := range []int{1_000, 10_000} {
		s := newSized(b, n)
		for _, t := range []graph.Type{graph.Follows, graph.RelatedTo} {
			b.Run(fmt.Sprintf("add_%s/%d", t, n), func(b *testing.B) { s.benchAdds(b, t) })
		}
	}
}

func (s *sized) benchAdds(b *testing.B, t graph.Type) {
	b.Helper()
	measure(b, func() (rels []graph.Relationship) {
		for range 1_000 {
			rels = append(rels, s.fresh(t))
		}
		return rels
	}, func(rels []graph.Relationship) error {
		return s.AddRelationships(b.Context(), ws, rels)
	}, func(rels []graph.Relationship) {
		for _, r := range rels {
			delete(s.taken, [2]graph.ID{r.From, r.To})
			ok(b, s.RemoveRelationship(b.Context(), ws, r.ID))
		}
	})
}

// BenchmarkDeep measures chains of 100,000 relationships and ladders of 40 diamonds.
func BenchmarkDeep(b *testing.B) {
	s := newStore(b)
	chain := graphtest.Chain(b.Context(), b, s, "chain", 100_000)
	ladder := graphtest.Ladder(b.Context(), b, s, "ladder", 40)
	type ends struct {
		ws       string
		from, to graph.ID
		length   int // of the cycle, 0 for none
	}
	for name, e := range map[string]ends{
		"chain":      {"chain", chain[100_000], chain[0], 100_002},
		"chain_none": {"chain", chain[50_000], chain[50_002], 0},
		"ladder":     {"ladder", ladder[120], ladder[0], 82},
	} {
		b.Run("find_cycle/"+name, func(b *testing.B) {
			measure(b, func() ends { return e }, func(e ends) error {
				path, err := s.FindCycle(b.Context(), e.ws, e.from, e.to, graph.Follows)
				if path == nil {
					path = &graph.CyclePath{}
				}
				expect(b, "length", len(path.IDs)+path.Omitted, e.length)
				return err
			}, nothing)
		})
	}
	b.Run("related_5/ladder", func(b *testing.B) {
		measure(b, func() graph.ID { return ladder[60] }, func(id graph.ID) error {
			_, total, err := s.Related(b.Context(), "ladder", graph.RelatedQuery{Start: id, MaxDepth: 5, Direction: graph.Both})
			expect(b, "related", total, 16)
			return err
		}, nothing)
	})
	b.Run("projection/chain", func(b *testing.B) {
		measure(b, func() string { return "chain" }, func(ws string) error {
			p, err := s.Projection(b.Context(), ws, graph.Follows, nil)
			expect(b, "edges", len(p.Edges), 100_000)
			return err
		}, nothing)
	})
}
