package neo4jstore

import (
	"fmt"
	"testing"

	"plotline/graph"
	"plotline/testing/kit/neo4jtest"
)

// BenchmarkVectors measures searches among vectors of 384 components, exactly and with the index, and the cost of
// writes with a model. Set -benchtime: making the vectors takes minutes.
func BenchmarkVectors(b *testing.B) {
	const components = 384
	for _, size := range []int{1_000, 10_000, 100_000} {
		t := &bench{B: b, ws: workspace(b, neo4jtest.LTS), s: open(b, neo4jtest.LTS)}
		create := func() { makeSome(b, t.s, t.ws, 1) }
		b.Run(fmt.Sprintf("create without a model/%d", size), func(b *testing.B) {
			t.series(b, func() func() { return create })
		})
		for range size / 1000 {
			makeSome(b, t.s, t.ws, 1000)
		}
		ok(b, second(t.s.UseModel(b.Context(), t.ws, "small", false)))
		seed := uint64(0)
		vector := func(graph.Episode) graph.Vector { seed++; return drawn(seed, components) }
		embedAll(b, t.s, t.ws, "small", 500, vector)
		b.Run(fmt.Sprintf("nearest 200/%d", size), func(b *testing.B) {
			t.series(b, func() func() {
				q := graph.VectorQuery{Model: "small", Vector: vector(graph.Episode{}), Limit: 200}
				return func() {
					found, err := t.s.FindNearest(b.Context(), t.ws, q)
					ok(b, err)
					if len(found.Matches) != q.Limit {
						b.Fatalf("found %d", len(found.Matches))
					}
				}
			})
		})
		b.Run(fmt.Sprintf("create with a model/%d", size), func(b *testing.B) {
			t.series(b, func() func() { return create })
		})
		embedAll(b, t.s, t.ws, "small", 500, vector)
		b.Run(fmt.Sprintf("claim and put 32/%d", size), func(b *testing.B) {
			t.series(b, func() func() {
				makeSome(b, t.s, t.ws, 32)
				return func() { embedAll(b, t.s, t.ws, "small", 32, vector) }
			})
		})
	}
}
