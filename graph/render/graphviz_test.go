package render

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/kinds"
)

func TestFormatStrength(t *testing.T) {
	t.Parallel()
	tests := []struct {
		strength float64
		want     string
	}{
		{0, "0.0"},
		{1, "1.0"},
		{0.8, "0.8"},
		{0.125, "0.125"},
		{1.0 / 3, "0.3333333333333333"},
		{1e-7, "0.0000001"},
		{12, "12.0"},
	}
	for _, tt := range tests {
		if got := formatStrength(tt.strength); got != tt.want {
			t.Errorf("formatStrength(%v) = %q, want %q", tt.strength, got, tt.want)
		}
	}
}

// TestDotString tests labels that are easier to check by their text.
func TestDotString(t *testing.T) {
	t.Parallel()
	checkTexts(t, "dotString", dotString, []textTest{
		{"", `""`},
		{"R&D", `"R&D"`},
		{"&lt;", `"&amp;lt;"`},
		{"&amp;lt;", `"&amp;amp;lt;"`},
		{`a\`, `"a\\"`},
		{"a\r\nb", `"a\nb"`},
		{"a\tb", `"a b"`},
		{"a\x00b\xff", "\"a\ufffdb\ufffd\""},
	})
}

func FuzzGraphViz(f *testing.F) {
	seeds := shortLabels()
	for i, label := range seeds {
		f.Add(label, seeds[(i+7)%len(seeds)], "follows", 0.8)
	}
	f.Add("a", "b", `x"]; y`, math.SmallestNonzeroFloat64)
	f.Fuzz(func(t *testing.T, a, b, kind string, strength float64) {
		if math.IsNaN(strength) || math.IsInf(strength, 0) {
			t.Skip("not a strength")
		}
		text := GraphViz(Graph{
			Nodes: nodesOf([]string{a, b}),
			Edges: []Edge{{0, 1, kind, strength}, {1, 0, kind, strength}},
		})
		lines := strings.Split(text, "\n")
		if len(lines) != 7 || lines[0] != "digraph {" || lines[5] != "}" || lines[6] != "" {
			t.Fatalf("not one line for each node and edge:\n%s", text)
		}
		checkDotLine(t, lines[1], "  node1 ", clean(a))
		checkDotLine(t, lines[2], "  node2 ", clean(b))
		label := checkDotLine(t, lines[3], "  node1 -> node2 ", "")
		checkDotLine(t, lines[4], "  node2 -> node1 ", label)
		number, found := strings.CutPrefix(label, clean(kind)+" (")
		back, err := strconv.ParseFloat(strings.TrimSuffix(number, ")"), 64)
		if !found || err != nil || back != strength {
			t.Errorf("edge label %q for %q, %v", label, kind, strength)
		}
	})
}

// checkDotLine parses a line strictly and returns its label, which must equal want unless want is "".
func checkDotLine(t *testing.T, line, start, want string) string {
	t.Helper()
	rest, ok1 := strings.CutPrefix(line, start+`[label="`)
	quoted, ok2 := strings.CutSuffix(rest, `"];`)
	if !ok1 || !ok2 {
		t.Fatalf("line %q does not have the form of %q", line, start)
	}
	got, err := readDot(quoted)
	if err != nil {
		t.Fatalf("line %q: %v", line, err)
	}
	if want != "" && got != want {
		t.Errorf("line %q has the label %q, want %q", line, got, want)
	}
	return got
}

var anyEntity = regexp.MustCompile(`&(?:#[0-9A-Za-z]*|[0-9A-Za-z]+);`)

// readDot decodes a quoted string as dot does: entities first, then backslashes.
func readDot(quoted string) (string, error) {
	for _, entity := range anyEntity.FindAllString(quoted, -1) {
		if entity != "&amp;" {
			return "", fmt.Errorf("dot would decode %s", entity)
		}
	}
	quoted = strings.ReplaceAll(quoted, "&amp;", "&")
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		switch c := quoted[i]; c {
		case '"':
			return "", fmt.Errorf("bare quote at %d", i)
		case '\\':
			i++
			if i == len(quoted) || !strings.ContainsRune(`\"n`, rune(quoted[i])) {
				return "", fmt.Errorf("unknown escape at %d", i)
			}
			b.WriteString(strings.ReplaceAll(quoted[i:i+1], "n", "\n"))
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), nil
}

// TestRealDotShowsReadable is TestRealDotShowsLabels with a reward in each node.
func TestRealDotShowsReadable(t *testing.T) {
	t.Parallel()
	needTool(t, "dot", "install graphviz")
	g := rewarded(nastyLabels)
	for i, name := range append(kinds.Names(), "") {
		g.Edges = append(g.Edges, Edge{From: i, To: i + 1, Type: name, Strength: 0.5})
	}
	readable := g.Readable()
	nodes, edges := runDot(t, readable)
	for i, n := range readable.Nodes {
		if diff := cmp.Diff(dotLines(n.Label), nodes[fmt.Sprintf("node%d", i+1)]); diff != "" {
			t.Errorf("label %q (-want +got):\n%s", n.Label, diff)
		}
	}
	want := [][]string{
		{"then (0.5)"}, {"causes (0.5)"}, {"part of (0.5)"}, {"related to (0.5)"}, {"contradicts (0.5)"}, {"refines (0.5)"}, {" (0.5)"},
	}
	if diff := cmp.Diff(want, edges); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
}

// TestRealDotShowsLabels lets the real program lay out the labels, and compares the text that it would draw
// for each node and edge.
func TestRealDotShowsLabels(t *testing.T) {
	t.Parallel()
	needTool(t, "dot", "install graphviz")
	labels := allLabels()
	g := Graph{Nodes: nodesOf(labels)}
	for i, label := range nastyLabels {
		g.Edges = append(g.Edges, Edge{From: i, To: i, Type: label, Strength: 0.5})
	}
	nodes, edges := runDot(t, g)
	if len(nodes) != len(labels) || len(edges) != len(g.Edges) {
		t.Fatalf("dot drew %d nodes and %d edges, want %d and %d", len(nodes), len(edges), len(labels), len(g.Edges))
	}
	for i, label := range labels {
		if diff := cmp.Diff(dotLines(label), nodes[fmt.Sprintf("node%d", i+1)]); diff != "" {
			t.Errorf("label %q (-want +got):\n%s", label, diff)
		}
	}
	for i, label := range nastyLabels {
		if diff := cmp.Diff(dotLines(label+" (0.5)"), edges[i]); diff != "" {
			t.Errorf("edge label %q (-want +got):\n%s", label, diff)
		}
	}
}

// dotLines returns the non-empty lines of a label. For empty lines dot draws only space.
func dotLines(label string) []string {
	return slices.DeleteFunc(strings.Split(clean(label), "\n"), func(s string) bool { return s == "" })
}

type dotObject struct {
	Name  string   `json:"name"`
	Label []dotRun `json:"_ldraw_"`
}

type dotRun struct {
	Op   string `json:"op"`
	Text string `json:"text"`
}

func (o dotObject) lines() []string {
	lines := []string{}
	for _, run := range o.Label {
		if run.Op == "T" && run.Text != "" {
			lines = append(lines, run.Text)
		}
	}
	return lines
}

func runDot(t *testing.T, g Graph) (nodes map[string][]string, edges [][]string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "dot", "-Tjson")
	cmd.Stdin = strings.NewReader(GraphViz(g))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("dot: %v\n%s", err, stderr.String())
	}
	var drawing struct {
		Objects []dotObject `json:"objects"`
		Edges   []dotObject `json:"edges"`
	}
	if err := json.Unmarshal(out, &drawing); err != nil {
		t.Fatal(err)
	}
	nodes = map[string][]string{}
	for _, o := range drawing.Objects {
		nodes[o.Name] = o.lines()
	}
	for _, o := range drawing.Edges {
		edges = append(edges, o.lines())
	}
	return nodes, edges
}

// FuzzRealDot lets the real program lay out one label, like TestRealDotShowsLabels.
func FuzzRealDot(f *testing.F) {
	if _, err := exec.LookPath("dot"); err != nil {
		f.Skip("dot is not installed: install graphviz")
	}
	f.Add(`"];&amp;<b>\N\n`, "a\r\nb\x00\xff")
	f.Fuzz(func(t *testing.T, label, kind string) {
		nodes, edges := runDot(t, Graph{Nodes: nodesOf([]string{label}), Edges: []Edge{{Type: kind, Strength: 0.5}}})
		if diff := cmp.Diff(dotLines(label), nodes["node1"]); diff != "" {
			t.Errorf("label %q (-want +got):\n%s", label, diff)
		}
		if diff := cmp.Diff([][]string{dotLines(kind + " (0.5)")}, edges); diff != "" {
			t.Errorf("edge label %q (-want +got):\n%s", kind, diff)
		}
	})
}
