package render

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph/kinds"
	"plotline/internal/clip"
)

// drawnNode is a node as the picture shows it.
type drawnNode struct {
	title string
	lines []string
	class string
}

// drawnPicture is the content of a picture, parsed as strict XML.
type drawnPicture struct {
	nodes []drawnNode
	edges []string // the edges' titles
	texts []string // of the legend and elsewhere
}

// elements and attributes are all that a picture may contain: none can act or load anything.
var (
	elements   = []string{"svg", "style", "defs", "marker", "rect", "circle", "g", "title", "text", "path"}
	attributes = strings.Fields("xmlns class role aria-label width height viewBox id refX refY markerWidth markerHeight " +
		"markerUnits orient d x y rx cx cy r stroke-width marker-end transform")
)

// readSVG fails on invalid XML, and on elements and attributes that a drawing never contains.
func readSVG(t rapid.TB, picture []byte) drawnPicture {
	t.Helper()
	var p drawnPicture
	var path []xml.StartElement
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			checkElement(t, token)
			path = append(path, token.Copy())
			p.start(path)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			p.text(path, string(token))
		case xml.Comment, xml.ProcInst, xml.Directive:
			t.Errorf("the picture has a %T", token)
		}
	}
}

func (p *drawnPicture) start(path []xml.StartElement) {
	last := path[len(path)-1]
	switch {
	case class(last) == "plotline-node":
		p.nodes = append(p.nodes, drawnNode{})
	case last.Name.Local == "circle" && class(last) != "plotline-halo" && class(path[len(path)-2]) == "plotline-node":
		p.nodes[len(p.nodes)-1].class = class(last)
	}
}

func (p *drawnPicture) text(path []xml.StartElement, text string) {
	if len(path) < 2 {
		return
	}
	parent, here := class(path[len(path)-2]), path[len(path)-1]
	switch name := here.Name.Local; {
	case parent == "plotline-node" && name == "title":
		p.nodes[len(p.nodes)-1].title = text
	case parent == "plotline-node" && name == "text":
		node := &p.nodes[len(p.nodes)-1]
		node.lines = append(node.lines, text)
	case strings.HasPrefix(parent, "plotline-edge") && name == "title":
		p.edges = append(p.edges, text)
	case name == "text":
		p.texts = append(p.texts, text)
	}
}

func class(e xml.StartElement) string {
	for _, a := range e.Attr {
		if a.Name.Local == "class" {
			return a.Value
		}
	}
	return ""
}

func checkElement(t rapid.TB, e xml.StartElement) {
	t.Helper()
	if !slices.Contains(elements, e.Name.Local) {
		t.Errorf("element <%s>", e.Name.Local)
	}
	for _, a := range e.Attr {
		if !slices.Contains(attributes, a.Name.Local) {
			t.Errorf("attribute %s of <%s>", a.Name.Local, e.Name.Local)
		}
		if strings.Contains(a.Value, "url(") && !strings.HasPrefix(a.Value, "url(#plotline-head-") {
			t.Errorf("<%s> refers to %s", e.Name.Local, a.Value)
		}
	}
}

func draw(t rapid.TB, g Graph) []byte {
	t.Helper()
	picture, err := SVG(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// TestSVGShowsLabels checks that the title of each node is its whole label, and that its box shows the label
// or its start with an ellipsis.
func TestSVGShowsLabels(t *testing.T) {
	t.Parallel()
	labels := allLabels()
	p := readSVG(t, draw(t, Graph{
		Nodes: nodesOf(labels),
		Edges: []Edge{{From: 0, To: 1, Type: "<script>alert(1)</script>", Strength: 1}},
	}))
	for i, label := range labels {
		shows(t, p.nodes[i], label)
	}
	name := func(i int) string { return "“" + clip.Marked(showable(labels[i]), clipToName) + "”" }
	if want := []string{name(0) + " to " + name(1) + " (1.0)"}; !slices.Equal(p.edges, want) {
		t.Errorf("edge titles %q, want %q", p.edges, want)
	}
}

func shows(t rapid.TB, n drawnNode, label string) {
	t.Helper()
	if want := showable(label); n.title != want {
		t.Errorf("title %q, want %q", n.title, want)
	}
	if len(n.lines) > maxLines {
		t.Errorf("%d lines", len(n.lines))
	}
	bare := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == ' ' || r == '\n' || r >= 0x300 && r < 0x370 || r == 0xa0 || r == 0x3000 || r >= 0x2000 && r <= 0x200a || r == 0x1680 {
				return -1
			}
			return r
		}, s)
	}
	text, cut := strings.CutSuffix(bare(strings.Join(n.lines, "")), "…")
	whole := bare(showable(label))
	if !strings.HasPrefix(whole, text) || !cut && text != whole && whole != text+"…" {
		t.Errorf("label %q is shown as %q", label, n.lines)
	}
}

// TestSVGAnyLabel checks that any label gives well-formed XML with its whole text, and the same bytes each
// time.
func TestSVGAnyLabel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := Graph{Nodes: nodesOf(rapid.SliceOfN(anyLabel(), 1, 6).Draw(t, "labels"))}
		for i := range g.Nodes {
			g.Nodes[i].Reward = rapid.Float64Range(-1, 1).Draw(t, "reward")
			g.Edges = append(g.Edges, Edge{From: i / 2, To: i, Type: anyLabel().Draw(t, "type"), Strength: 0.5})
		}
		picture := draw(t, g)
		p := readSVG(t, picture)
		for i, n := range g.Nodes {
			if !strings.HasPrefix(p.nodes[i].title, showable(n.Label)) {
				t.Errorf("label %q has the title %q", n.Label, p.nodes[i].title)
			}
		}
		if !bytes.Equal(picture, draw(t, g)) {
			t.Errorf("the second picture differs")
		}
	})
}

func FuzzSVG(f *testing.F) {
	for _, label := range shortLabels() {
		f.Add(label, 0.5)
	}
	f.Fuzz(func(t *testing.T, label string, reward float64) {
		g := Graph{Nodes: []Node{{label, reward}, {label + label, -reward}}, Edges: []Edge{{0, 1, label, reward}}}
		picture := draw(t, g)
		readSVG(t, picture)
		if limit := 8<<10 + 40*len(label); len(picture) > limit {
			t.Errorf("%d bytes for a label of %d", len(picture), len(label))
		}
	})
}

func TestSVGRewards(t *testing.T) {
	t.Parallel()
	tests := []struct {
		reward       float64
		class, shown string
	}{
		{0, "plotline-even", ""},
		{0.004, "plotline-even", ""},
		{0.01, "plotline-even", "+0.01"},
		{0.3, "plotline-good1", "+0.3"},
		{0.8, "plotline-good2", "+0.8"},
		{1, "plotline-good3", "+1"},
		{-0.25, "plotline-even", "−0.25"},
		{-1, "plotline-bad3", "−1"},
		{math.Inf(1), "plotline-good3", "+1"}, // another program may have stored anything
		{math.NaN(), "plotline-even", ""},
	}
	for _, test := range tests {
		p := readSVG(t, draw(t, Graph{Nodes: []Node{{"a", test.reward}}}))
		lines := []string{"a"}
		if test.shown != "" {
			lines = append(lines, test.shown)
		}
		if n := p.nodes[0]; n.class != test.class || !slices.Equal(n.lines, lines) {
			t.Errorf("%v: %s, %q; want %s, %q", test.reward, n.class, n.lines, test.class, lines)
		}
	}
}

// TestSVGLegend checks that the legend names exactly the types in the picture.
func TestSVGLegend(t *testing.T) {
	t.Parallel()
	g := Graph{Nodes: nodesOf([]string{"a", "b"}), Edges: []Edge{{0, 1, "related_to", 1}, {0, 1, "follows", 0.25}}}
	p := readSVG(t, draw(t, g))
	if want := []string{"follows", "related to"}; !slices.Equal(p.texts, want) {
		t.Errorf("legend %q, want %q", p.texts, want)
	}
	slices.Sort(p.edges)
	if want := []string{"“a” related to “b” (1.0)", "“a” then “b” (0.25)"}; !slices.Equal(p.edges, want) {
		t.Errorf("edge titles %q, want %q", p.edges, want)
	}
}

func TestSVGEmpty(t *testing.T) {
	t.Parallel()
	if p := readSVG(t, draw(t, Graph{})); !slices.Equal(p.texts, []string{"no episodes"}) {
		t.Errorf("texts %q", p.texts)
	}
}

func TestSVGCancelledBefore(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := SVG(ctx, largest()); !errors.Is(err, context.Canceled) {
		t.Errorf("SVG = %v, want context.Canceled", err)
	}
}

// largest returns a graph at every bound, with names of the maximum length.
func largest() Graph {
	g := Graph{Nodes: make([]Node, 500), Edges: make([]Edge, MaxSVGEdges)}
	for i := range g.Nodes {
		g.Nodes[i].Label = fmt.Sprintf("%03d %s", i, strings.Repeat("Episode & ", 19))
	}
	types := append(kinds.Names(), "")
	for i := range g.Edges {
		g.Edges[i] = Edge{From: i % 500, To: (i*i + i/500*7 + 1) % 500, Type: types[i%len(types)], Strength: 0.5}
	}
	return g
}

func TestSVGBounds(t *testing.T) {
	t.Parallel()
	if picture := draw(t, largest()); len(picture) > MaxSVGBytes {
		t.Errorf("%d bytes", len(picture))
	}
	edges, nodes, labels := largest(), Graph{Nodes: make([]Node, MaxSVGNodes+1)}, largest()
	edges.Edges = append(edges.Edges, Edge{From: 0, To: 1})
	labels.Nodes[7].Label = strings.Repeat("<", MaxSVGBytes/4)
	for what, g := range map[string]Graph{Edges: edges, Nodes: nodes, Bytes: labels} {
		_, err := SVG(t.Context(), g)
		var large *TooLargeError
		if !errors.As(err, &large) || large.What != what || large.Nodes != len(g.Nodes) || large.Edges != len(g.Edges) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// BenchmarkSVG draws the largest graph.
func BenchmarkSVG(b *testing.B) {
	g := largest()
	if p := readSVG(b, draw(b, g)); len(p.nodes) != 500 || len(p.edges) != MaxSVGEdges {
		b.Fatalf("%d nodes, %d edges", len(p.nodes), len(p.edges))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := SVG(b.Context(), g); err != nil {
			b.Fatal(err)
		}
	}
}
