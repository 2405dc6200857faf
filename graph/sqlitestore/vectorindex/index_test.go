package vectorindex

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"plotline/graph"
)

// some returns vectors near a centre. Each is also near several others, as the vectors of texts are.
func some(n, components int) []graph.Vector {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same in each run
	groups := make([][]float64, 40)
	for i := range groups {
		groups[i] = make([]float64, components)
		for k := range groups[i] {
			groups[i][k] = random.NormFloat64()
		}
	}
	out := make([]graph.Vector, n)
	exact := make([]float32, components)
	for i := range out {
		group := groups[random.IntN(len(groups))]
		for k := range exact {
			exact[k] = float32(random.NormFloat64() + group[k] + 0.7)
		}
		out[i] = graph.NewVector(exact)
	}
	return out
}

func filled(list []graph.Vector, budget int) *Index {
	x := New(len(list[0]), budget)
	for i, v := range list {
		x.Add(int64(i+1), v)
	}
	return x
}

func exactly(list []graph.Vector, query graph.Vector, n int, among func(seq int64) bool) []Match {
	var out []Match
	for i, v := range list {
		if seq := int64(i + 1); among(seq) {
			out = append(out, Match{seq, v.Cosine(query)})
		}
	}
	slices.SortFunc(out, func(a, b Match) int {
		if a.Cosine > b.Cosine || a.Cosine == b.Cosine && a.Seq > b.Seq {
			return -1
		}
		return 1
	})
	return out[:min(n, len(out))]
}

func every(int64) bool { return true }

func TestNearestEqualsFullScan(t *testing.T) {
	t.Parallel()
	for _, components := range []int{1, 7, 16, 31, 32, 33, 64, 100, 384} {
		list := some(300, components)
		list[7] = make(graph.Vector, components) // zero vector
		x := filled(list, math.MaxInt)
		for _, n := range []int{0, 1, 10, 299, 1000} {
			got, want := x.Nearest(list[3], n, nil), exactly(list, list[3], n, every)
			if len(got) != len(want) {
				t.Fatalf("%d found, want %d", len(got), len(want))
			}
			for i := range got {
				if math.Abs(got[i].Cosine-want[i].Cosine) > 1e-6 {
					t.Errorf("%d components: cosine %v, want %v", components, got[i].Cosine, want[i].Cosine)
				}
			}
		}
	}
}

func TestExtremes(t *testing.T) {
	t.Parallel()
	low, high := make([]int8, 384), make([]int8, 384)
	for i := range low {
		low[i], high[i] = -128, 127
	}
	for _, pair := range [][2][]int8{{low, low}, {low, high}, {high, high}, {low[:40], high[:40]}, {nil, nil}} {
		if got, want := dot(pair[0], pair[1]), dotPlain(pair[0], pair[1]); got != want {
			t.Errorf("product %d, want %d", got, want)
		}
	}
}

// TestSigns checks that the nearest vectors are among the first by their signs, also among a few.
func TestSigns(t *testing.T) {
	t.Parallel()
	const n, wanted, queries = 10_000, 50, 10
	drawn := some(n+queries, 384)
	list := drawn[:n]
	x := filled(list, 384*1000)
	if x.Exact() {
		t.Fatal("components are held beyond their room")
	}
	if least := Least(n, 384); x.Bytes() < least || x.Bytes() > 2*least {
		t.Errorf("%d bytes are held, at least %d are needed", x.Bytes(), least)
	}
	third := func(seq int64) bool { return seq%3 == 0 }
	var thirds []int64
	for seq := int64(3); seq <= n; seq += 3 {
		thirds = append(thirds, seq)
	}
	hits := 0
	for q := range queries {
		query := drawn[n+q]
		for _, among := range []func(int64) bool{every, third} {
			seqs := thirds
			if among(1) {
				seqs = nil
			}
			found := x.Nearest(query, 1000, seqs)
			if len(found) != 1000 {
				t.Fatalf("%d found", len(found))
			}
			has := map[int64]bool{}
			for _, m := range found {
				has[m.Seq] = true
				if !among(m.Seq) {
					t.Fatalf("%d was found and not asked for", m.Seq)
				}
			}
			for _, m := range exactly(list, query, wanted, among) {
				if has[m.Seq] {
					hits++
				}
			}
		}
	}
	t.Logf("%d of %d were found", hits, 2*queries*wanted)
	if least := 2 * queries * wanted * 19 / 20; hits < least {
		t.Errorf("%d of %d were found", hits, 2*queries*wanted)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	list := some(500, 64)
	for _, budget := range []int{math.MaxInt, 1000} {
		x := filled(list, budget)
		var gone []int64
		for seq := int64(2); seq <= 500; seq += 2 {
			gone = append(gone, seq)
		}
		x.Remove(gone)
		if x.Len() != 250 {
			t.Fatalf("%d left", x.Len())
		}
		found := x.Nearest(list[10], 1, nil)
		if len(found) != 1 || found[0].Seq != 11 {
			t.Errorf("found %v", found)
		}
		if found = x.Nearest(list[10], 500, gone); len(found) != 0 {
			t.Errorf("found %v", found)
		}
		x.Add(501, list[11])
		if found = x.Nearest(list[11], 1, nil); found[0].Seq != 501 {
			t.Errorf("found %v", found)
		}
	}
}

// TestSignsOfUnrelatedVectors is the worst case: no vector is much nearer than the others.
func TestSignsOfUnrelatedVectors(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // the same in each run
	list := make([]graph.Vector, 20_001)
	for i := range list {
		exact := make([]float32, 384)
		for k := range exact {
			exact[k] = float32(random.NormFloat64())
		}
		list[i] = graph.NewVector(exact)
	}
	list, query := list[1:], list[0]
	hits, has := 0, map[int64]bool{}
	for _, m := range filled(list, 384*1000).Nearest(query, 1000, nil) {
		has[m.Seq] = true
	}
	for _, m := range exactly(list, query, 50, every) {
		if has[m.Seq] {
			hits++
		}
	}
	t.Logf("%d of 50 were found", hits)
	if hits < 45 {
		t.Errorf("%d of 50 were found", hits)
	}
}

func BenchmarkNearest(b *testing.B) {
	list := some(40_000, 384)
	for name, budget := range map[string]int{"exact": math.MaxInt, "signs": 1} {
		x := filled(list, budget)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				x.Nearest(list[5], 200, nil)
			}
		})
	}
	b.Run("plain product", func(b *testing.B) {
		for b.Loop() {
			dotPlain(list[0], list[1])
		}
	})
	b.Run("product", func(b *testing.B) {
		for b.Loop() {
			dot(list[0], list[1])
		}
	})
}
