package layered_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph/render/layered"
)

// anyGraph generates graphs of all shapes: separate components, cycles, parallel edges, self-loops, boxes of
// different sizes.
func anyGraph() *rapid.Generator[layered.Graph] {
	return rapid.Custom(func(t *rapid.T) layered.Graph {
		size := rapid.Custom(func(t *rapid.T) layered.Size {
			return layered.Size{
				W: rapid.IntRange(20, 2500).Draw(t, "width"), H: rapid.IntRange(20, 700).Draw(t, "height"),
			}
		})
		g := layered.Graph{Nodes: rapid.SliceOfN(size, 0, 40).Draw(t, "nodes")}
		if len(g.Nodes) == 0 {
			return g
		}
		node := rapid.IntRange(0, len(g.Nodes)-1)
		hub := node.Draw(t, "hub")
		edge := rapid.Custom(func(t *rapid.T) layered.Edge {
			e := layered.Edge{From: node.Draw(t, "from"), To: node.Draw(t, "to"), Orders: rapid.Bool().Draw(t, "orders")}
			if rapid.Bool().Draw(t, "at the hub") {
				e.From = hub
			}
			return e
		})
		g.Edges = rapid.SliceOfN(edge, 0, 120).Draw(t, "edges")
		return g
	})
}

type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// place lays out a graph and checks the properties of every layout.
func place(t tester, g layered.Graph) layered.Layout {
	t.Helper()
	l, err := layered.Place(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	checkNodes(t, g, l)
	checkPaths(t, g, l)
	return l
}

// checkNodes checks that boxes do not overlap and stay within the picture.
func checkNodes(t tester, g layered.Graph, l layered.Layout) {
	t.Helper()
	for i, a := range l.Nodes {
		if a.X < 0 || a.Y < 0 || a.X+g.Nodes[i].W > l.Size.W || a.Y+g.Nodes[i].H > l.Size.H {
			t.Errorf("node %d at %v of size %v is outside of %v", i, a, g.Nodes[i], l.Size)
		}
		for j, b := range l.Nodes[:i] {
			if a.X < b.X+g.Nodes[j].W && b.X < a.X+g.Nodes[i].W && a.Y < b.Y+g.Nodes[j].H && b.Y < a.Y+g.Nodes[i].H {
				t.Errorf("node %d at %v overlaps node %d at %v", i, a, j, b)
			}
		}
	}
}

// checkPaths checks that every path leads from the side of its first node to the side of its last one.
func checkPaths(t tester, g layered.Graph, l layered.Layout) {
	t.Helper()
	onSide := func(p layered.Point, node int) bool {
		at, size := l.Nodes[node], g.Nodes[node]
		return (p.X == at.X || p.X == at.X+size.W) && at.Y <= p.Y && p.Y <= at.Y+size.H
	}
	for i, e := range g.Edges {
		p := l.Paths[i]
		if !onSide(p.Start, e.From) {
			t.Errorf("edge %d starts at %v, its node is at %v", i, p.Start, l.Nodes[e.From])
		}
		if !onSide(p.End(), e.To) || len(p.Legs) == 0 {
			t.Errorf("edge %d ends at %v, its node is at %v", i, p.End(), l.Nodes[e.To])
		}
	}
}

func TestPlaceAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph().Draw(t, "graph")
		l := place(t, g)
		again, err := layered.Place(context.Background(), g) //nolint:usetesting // rapid's t has no context
		if err != nil || !reflect.DeepEqual(l, again) {
			t.Errorf("the second layout differs: %v", err)
		}
	})
}

// TestLeftToRight checks that in an acyclic graph of ordering edges every edge leads from left to right.
func TestLeftToRight(t *testing.T) {
	t.Parallel()
	g := boxes(9)
	for _, e := range [][2]int{{8, 7}, {7, 6}, {8, 5}, {5, 6}, {6, 2}, {8, 2}, {3, 2}} {
		g.Edges = append(g.Edges, layered.Edge{From: e[0], To: e[1], Orders: true})
	}
	l := place(t, g)
	for i, e := range g.Edges {
		if l.Nodes[e.From].X+g.Nodes[e.From].W >= l.Nodes[e.To].X {
			t.Errorf("edge %d leads from %v to %v", i, l.Nodes[e.From], l.Nodes[e.To])
		}
	}
}

// shapes returns graphs that are hard to lay out, of the maximum size that package render accepts.
func shapes() map[string]layered.Graph {
	all := map[string]layered.Graph{}
	add := func(name string, nodes int, edges func(add func(from, to int))) {
		g := boxes(nodes)
		edges(func(from, to int) {
			g.Edges = append(g.Edges, layered.Edge{From: from, To: to, Orders: len(g.Edges)%3 > 0})
		})
		all[name] = g
	}
	pairs := func(n, m, step int) func(func(int, int)) {
		return func(add func(int, int)) {
			for i := range n {
				for j := range m {
					if i != j+step {
						add(i, j+step)
					}
				}
			}
		}
	}
	add("complete", 70, pairs(70, 70, 0))
	add("bipartite", 500, func(add func(int, int)) { pairs(250, 20, 250)(add) })
	add("square bipartite", 140, pairs(70, 70, 70))
	add("chain", 1000, func(add func(int, int)) {
		for i := range 999 {
			add(i+1, i)
		}
	})
	add("ring", 1000, func(add func(int, int)) {
		for i := range 1000 {
			add(i, (i+1)%1000)
		}
	})
	add("chain with long links", 1000, func(add func(int, int)) {
		for i := range 999 {
			add(i+1, i)
			add(999, i)
			add(i+1, 0)
		}
	})
	add("ladder", 1000, func(add func(int, int)) {
		for i := 0; i+3 < 1000; i += 3 {
			add(i, i+1)
			add(i, i+2)
			add(i+1, i+3)
			add(i+2, i+3)
		}
	})
	add("hubs", 1000, func(add func(int, int)) {
		for i := range 1000 {
			add(i%5, i)
			add(i, (i+1)%5)
		}
	})
	add("components", 1000, func(add func(int, int)) {
		for i := 0; i < 1000; i += 50 {
			for j := range 250 {
				add(i+j%50, i+(j*j+j/50)%50)
			}
		}
	})
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // it shall be the same graph every time
	add("random", 500, func(add func(int, int)) {
		for range 5000 {
			add(random.IntN(500), random.IntN(500))
		}
	})
	add("parallel", 2, func(add func(int, int)) {
		for range 5000 {
			add(0, 1)
		}
	})
	add("loops", 3, func(add func(int, int)) {
		for range 5000 {
			add(1, 1)
		}
	})
	return all
}

func boxes(n int) layered.Graph {
	g := layered.Graph{Nodes: make([]layered.Size, n)}
	for i := range g.Nodes {
		g.Nodes[i] = layered.Size{W: 1800 + i%7*90, H: 350 + i%3*170}
	}
	return g
}

// maxSteps bounds the work for every graph that package render accepts. A step takes a few nanoseconds.
const maxSteps = 20_000_000

func TestHostileShapes(t *testing.T) {
	t.Parallel()
	for name, g := range shapes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := place(t, g)
			if t.Logf("%d steps, %v", l.Steps, l.Size); l.Steps > maxSteps {
				t.Errorf("%d steps, want at most %d", l.Steps, maxSteps)
			}
		})
	}
}

// TestReadableShape checks that long histories, many leaves and many single nodes give pictures with an
// aspect ratio of at most 6.
func TestReadableShape(t *testing.T) {
	t.Parallel()
	all := shapes()
	single := boxes(300)
	star := boxes(201)
	for i := range 200 {
		star.Edges = append(star.Edges, layered.Edge{From: 200, To: i})
	}
	for name, g := range map[string]layered.Graph{
		"chain": all["chain"], "ladder": all["ladder"], "ring": all["ring"], "singles": single, "star": star,
	} {
		for i := range g.Edges {
			g.Edges[i].Orders = true
		}
		if l := place(t, g); l.Size.W > 6*l.Size.H || l.Size.H > 6*l.Size.W {
			t.Errorf("%s: the picture is %d by %d", name, l.Size.W, l.Size.H)
		}
	}
}

// counting is a context that is cancelled when Err is called for the n-th time.
type counting struct {
	context.Context //nolint:containedctx // it is the context

	looks, end int
}

func (c *counting) Err() error {
	if c.looks++; c.looks >= c.end {
		return context.Canceled
	}
	return nil
}

// TestCancelled cancels at different checks of the context: the work must end at that check.
func TestCancelled(t *testing.T) {
	t.Parallel()
	g := shapes()["random"]
	whole := &counting{Context: t.Context(), end: 1 << 30}
	if _, err := layered.Place(whole, g); err != nil || whole.looks < 20 {
		t.Fatalf("%d looks at the context, error %v", whole.looks, err)
	}
	for _, end := range []int{1, 2, 3, 5, 10, whole.looks / 2, whole.looks - 1} {
		ctx := &counting{Context: t.Context(), end: end}
		if _, err := layered.Place(ctx, g); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at look %d: %v", end, err)
		}
		if ctx.looks != end {
			t.Errorf("cancelled at look %d, and looked %d times", end, ctx.looks)
		}
	}
}

// FuzzPlace reads a graph from bytes, two per edge.
func FuzzPlace(f *testing.F) {
	f.Add(uint16(3), []byte{0, 1, 1, 2})
	f.Add(uint16(300), []byte{0, 0, 0, 1, 1, 0})
	f.Fuzz(func(t *testing.T, nodes uint16, bytes []byte) {
		g := boxes(int(nodes%400) + 1)
		for i := 0; i+1 < len(bytes) && i < 4000; i += 2 {
			from, to := int(bytes[i])*(1+i%3), int(bytes[i+1])
			g.Edges = append(g.Edges, layered.Edge{From: from % len(g.Nodes), To: to % len(g.Nodes), Orders: bytes[i]%2 == 0})
		}
		if l := place(t, g); l.Steps > maxSteps {
			t.Errorf("%d steps for %d nodes and %d edges", l.Steps, len(g.Nodes), len(g.Edges))
		}
	})
}

// BenchmarkPlace lays out the largest random graph.
func BenchmarkPlace(b *testing.B) {
	g := shapes()["random"]
	checkNodes(b, g, place(b, g))
	for b.Loop() {
		if _, err := layered.Place(b.Context(), g); err != nil {
			b.Fatal(err)
		}
	}
}
