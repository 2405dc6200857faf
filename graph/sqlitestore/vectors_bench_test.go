package sqlitestore

import (
	"fmt"
	"testing"

	"plotline/graph"
)

const benchComponents = 384

// embedded returns a store with n episodes and their vectors. Many of the vectors are near each other, as those of
// texts are.
func embedded(b *testing.B, n int) *Store {
	b.Helper()
	s := newStore(b, WithVectorMemory(64*megabyte))
	numbered(b, s, ws, 0, n)
	_, err := s.UseModel(b.Context(), ws, "m", false)
	ok(b, err)
	for claimed := -1; claimed != 0; {
		texts, err := s.ClaimTexts(b.Context(), ws, graph.Claim{Model: "m", Token: "t", Now: 1, Until: 2, Limit: 2000})
		ok(b, err)
		claimed = len(texts)
		list := make([]graph.EpisodeVector, claimed)
		for i, e := range texts {
			list[i] = graph.EpisodeVector{EpisodeID: e.EpisodeID, Vector: benchVector(e.Name)}
		}
		_, err = s.PutVectors(b.Context(), ws, "t", list)
		ok(b, err)
	}
	return s
}

func benchVector(text string) graph.Vector {
	v := make(graph.Vector, 0, benchComponents)
	for i := range benchComponents / 128 {
		v = append(v, vectorOf(fmt.Sprint(text, i))...)
	}
	return v
}

// BenchmarkNearest calls the first search cold: it reads all vectors of a file that was just opened.
func BenchmarkNearest(b *testing.B) {
	for _, n := range []int{1_000, 20_000, 100_000} {
		s := embedded(b, n)
		least := 0.5
		for name, filter := range map[string]graph.EpisodeFilter{
			"plain": {}, "third": {MinReward: &least}, "few": {Tags: []string{"in300-7"}},
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				query := 0
				measure(b, func() graph.VectorQuery {
					query++
					return graph.VectorQuery{Model: "m", Vector: benchVector(fmt.Sprint(query%10, " asked")), Filter: filter, Limit: 200}
				}, func(q graph.VectorQuery) error {
					_, err := s.FindNearest(b.Context(), ws, q)
					return err
				}, nothing)
			})
		}
		b.Run(fmt.Sprintf("cold/%d", n), func(b *testing.B) {
			measure(b, func() struct{} {
				clear(s.vectors.held)
				return struct{}{}
			}, func(struct{}) error {
				_, err := s.FindNearest(b.Context(), ws, graph.VectorQuery{Model: "m", Vector: benchVector("1"), Limit: 200})
				return err
			}, nothing)
		})
	}
}

// BenchmarkCreateBesideVectors measures what a model adds to the time of a create.
func BenchmarkCreateBesideVectors(b *testing.B) {
	for _, model := range []string{"", "m"} {
		b.Run("model="+model, func(b *testing.B) {
			s := newSized(b, 1000)
			if model != "" {
				embedAll(b, s.Store, ws, model)
			}
			s.benchCreate(b)
		})
	}
}
