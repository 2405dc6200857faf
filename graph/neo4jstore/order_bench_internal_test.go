package neo4jstore

import (
	"slices"
	"testing"
	"time"

	"plotline/graph"
)

// BenchmarkOrder compares an add of an ordering type, in the order of time, with one of another type, in turn. It also
// reads the first page of the kept order and a page in its middle.
func BenchmarkOrder(b *testing.B) {
	const size = 20_000
	t := newBench(b, size, 2*size, graph.Follows)
	b.Run("add", func(b *testing.B) {
		t.B = b
		var ordering, other []time.Duration
		last := t.ids[len(t.ids)-1]
		for b.Loop() {
			next := makeSome(b, t.s, t.ws, 1)[0]
			times := map[graph.Type]*[]time.Duration{graph.Follows: &ordering, graph.RelatedTo: &other}
			kinds := []graph.Type{graph.Follows, graph.RelatedTo}
			if len(other)%2 == 1 { // the second finds the episodes in memory
				slices.Reverse(kinds)
			}
			for _, kind := range kinds {
				rel := link(last, next, kind)
				*times[kind] = append(*times[kind], timed(func() { ok(b, t.s.AddRelationship(b.Context(), t.ws, rel)) }))
			}
			last = next
		}
		b.ReportMetric(p50(ordering), "follows-p50-ms")
		b.ReportMetric(p50(other), "related-p50-ms")
		b.ReportMetric(p50(ordering)/p50(other), "ratio")
	})
	keptSoon(b, t.s, t.ws, graph.Follows)
	for name, level := range map[string]int{"first page": -1, "middle": 20} {
		b.Run(name, func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				times = append(times, timed(func() {
					page, err := t.s.OrderPage(b.Context(), t.ws, graph.OrderQuery{
						Type: graph.Follows, Limit: 50, After: &graph.OrderCursor{Level: level},
					})
					ok(b, err)
					if page == nil || len(page.Episodes) != 50 {
						b.Fatalf("page %v", page)
					}
				}))
			}
			b.ReportMetric(p50(times), "p50-ms")
		})
	}
}
