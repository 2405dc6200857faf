package render

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/testing/kit/expect"
)

var update = flag.Bool("update", false, "write the expected texts in testdata/cases anew")

// TestCases compares each graph in testdata/cases/*.json with the expected texts beside it.
func TestCases(t *testing.T) {
	t.Parallel()
	for name, g := range readCases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFile(t, name+".dot", GraphViz(g))
			checkFile(t, name+".mmd", Mermaid(g))
			checkFile(t, name+".svg", string(draw(t, g)))
		})
	}
}

func readCases(t *testing.T) map[string]Graph {
	t.Helper()
	cases := map[string]Graph{}
	for file, text := range expect.ReadFiles(t, filepath.Join("testdata", "cases", "*.json")) {
		var g Graph
		if err := json.Unmarshal(text, &g); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases[strings.TrimSuffix(filepath.Base(file), ".json")] = g
	}
	return cases
}

func checkFile(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "cases", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// TestCasesHaveNoOrphans finds expected texts without a graph.
func TestCasesHaveNoOrphans(t *testing.T) {
	t.Parallel()
	cases := readCases(t)
	files, err := os.ReadDir(filepath.Join("testdata", "cases"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file.Name(), filepath.Ext(file.Name()))
		if _, ok := cases[name]; !ok {
			t.Errorf("%s belongs to no case", file.Name())
		}
	}
}

// textTest is a label, and how a format must write it.
type textTest struct{ label, want string }

func checkTexts(t *testing.T, name string, write func(label string) string, tests []textTest) {
	t.Helper()
	for _, tt := range tests {
		if got := write(tt.label); got != tt.want {
			t.Errorf("%s(%q) = %s, want %s", name, tt.label, got, tt.want)
		}
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, label, want string }{
		{"as typed", "Ärger & <b> \u202e👩‍👩‍👧 \u0301", "Ärger & <b> \u202e👩‍👩‍👧 \u0301"},
		{"line breaks", "a\nb\rc\r\nd\ve\ff\u0085g\u2028h\u2029i", "a\nb\nc\nd\ne\nf\ng\nh\ni"},
		{"two line breaks", "a\n\rb\r\r\nc", "a\n\nb\n\nc"},
		{"tab", "a\tb", "a b"},
		{"control characters", "\x00a\x1b\x7f\u0080\u009f", "\ufffda\ufffd\ufffd\ufffd\ufffd"},
		{"noncharacters", "\ufdd0\ufffe\uffff\U0010ffff", "\ufffd\ufffd\ufffd\ufffd"},
		{"not UTF-8", "a\xffb\xc3(\xed\xa0\x80", "a\ufffdb\ufffd(\ufffd\ufffd\ufffd"},
	}
	for _, tt := range tests {
		if got := clean(tt.label); got != tt.want {
			t.Errorf("%s: clean(%q) = %q, want %q", tt.name, tt.label, got, tt.want)
		}
	}
}

// TestEdgesOutside checks that edges to missing nodes are not drawn, and that their other ends count as nodes
// without an edge.
func TestEdgesOutside(t *testing.T) {
	t.Parallel()
	g := Graph{
		Nodes: []Node{{"a", 0}},
		Edges: []Edge{{-1, 0, "follows", 1}, {0, 1, "follows", 1}, {7, 8, "causes", 1}},
	}
	if got, want := GraphViz(g), "digraph {\n  node1 [label=\"a\"];\n}\n"; got != want {
		t.Errorf("GraphViz = %q, want %q", got, want)
	}
	if got, want := Mermaid(g), "graph TD\n  n1[a]\n"; got != want {
		t.Errorf("Mermaid = %q, want %q", got, want)
	}
}
