package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plotline/graph/kinds"
	"plotline/testing/kit/tier"
)

func TestMermaidString(t *testing.T) {
	t.Parallel()
	checkTexts(t, "mermaidString", mermaidString, []textTest{
		{"", `" "`},
		{"Design", `Design`},
		{"Episode Name", `Episode Name`},
		{"Scene 1, take 2", `Scene 1, take 2`},
		{"part_of", `part_of`},
		{"Entwurf für später", `Entwurf für später`},
		{"設計", `設計`},
		{"weekend", `weekend`},
		{"The End", `"The End"`},
		{"lifestyle", `"life#115;tyle"`},
		{"Scene 1: Arrival", `"Scene 1: Arrival"`},
		{"two  spaces", `"two#160;#160;spaces"`},
		{" x", `"#160;x"`},
		{"1. x", `"1#46; x"`},
		{"- x\n2) y", `"#45; x<br/>2#41; y"`},
		{"snake_case", `snake_case`},
		{"__init__", `"#95;#95;init#95;#95;"`},
		{"a\nb", `"a<br/>b"`},
		{`a\nb`, `"a#92;nb"`},
		{`C:\dir`, `"C:#92;dir"`},
		{"C:\\new\nfa:fa-x\n$$", `"C:#92;#8288;new<br/>fa:#8288;fa-x<br/>$#8288;$#8288;"`},
		{"ﬂ°", `"ﬂ#8288;°"`},
		{"#35;", `"#35;35;"`},
		{"a\x00b\xff", "\"a\ufffdb\ufffd\""},
	})
}

func FuzzMermaid(f *testing.F) {
	seeds := shortLabels()
	for i, label := range seeds {
		f.Add(label, seeds[(i+7)%len(seeds)], "follows")
	}
	f.Add("a", "b", "x| y")
	f.Fuzz(func(t *testing.T, a, b, kind string) {
		text := Mermaid(Graph{
			Nodes: nodesOf([]string{a, b, a}),
			Edges: []Edge{{From: 0, To: 1, Type: kind}, {From: 1, To: 1, Type: kind}},
		})
		lines := strings.Split(text, "\n")
		if len(lines) != 5 || lines[0] != "graph TD" || lines[4] != "" {
			t.Fatalf("not one line for each lone node and edge:\n%s", text)
		}
		checkMermaidSource(t, text)
		checkMermaidParts(t, lines[1], mermaidNodeLine, "n3", a)
		checkMermaidParts(t, lines[2], mermaidEdgeLine, "n1", a, kind, "n2", b)
		checkMermaidParts(t, lines[3], mermaidEdgeLine, "n2", b, kind, "n2", b)
	})
}

var (
	mermaidNodeLine = regexp.MustCompile(`^  (n\d+)\[(` + mermaidText + `)\]$`)
	mermaidEdgeLine = regexp.MustCompile(`^  (n\d+)\[(` + mermaidText + `)\] -->\|(` + mermaidText +
		`)\| (n\d+)\[(` + mermaidText + `)\]$`)
)

const mermaidText = "[^\"`<>&\\[\\](){}|#;*~\\\\]+|\"(?:[^\"`<>&*_~\\\\]|<br/>)+\""

// mermaidRewrites matches text that Mermaid rewrites before parsing, or treats as a statement of several
// tokens (from its preprocessing, encodeEntities and lexer).
var mermaidRewrites = regexp.MustCompile(`style.*:\S*#.*;|classDef.*:\S*#.*;|%%|.*direction\s+(TB|BT|RL|LR|TD)|` +
	`\$\$|fa[bklrs]?:fa-|ﬂ°|¶ß|\r|---`)

func checkMermaidSource(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		harmless := strings.ReplaceAll(line, "-->", "")
		if found := mermaidRewrites.FindString(strings.ReplaceAll(harmless, "---", "")); found != "" {
			t.Errorf("Mermaid would not keep %q in %q", found, line)
		}
	}
}

func checkMermaidParts(t *testing.T, line string, form *regexp.Regexp, want ...string) {
	t.Helper()
	parts := form.FindStringSubmatch(line)
	if len(parts) != len(want)+1 {
		t.Fatalf("line %q does not have the form %s", line, form)
	}
	for i, part := range parts[1:] {
		if got := readMermaid(part); got != mermaidShown(want[i]) {
			t.Errorf("line %q says %q, want %q", line, got, mermaidShown(want[i]))
		}
	}
}

var mermaidEntity = regexp.MustCompile(`#\w+;`)

// readMermaid returns the text that a part of a line shows.
func readMermaid(part string) string {
	if part == `" "` {
		return ""
	}
	part = strings.ReplaceAll(strings.Trim(part, `"`), "<br/>", "\n")
	part = mermaidEntity.ReplaceAllStringFunc(part, func(entity string) string {
		if '0' <= entity[1] && entity[1] <= '9' {
			return "&" + entity
		}
		return "&" + entity[1:]
	})
	return mermaidShown(html.UnescapeString(part))
}

// mermaidShown returns a label as a reader sees it: no-break spaces as spaces, without word joiners.
func mermaidShown(label string) string {
	return strings.NewReplacer("\u00a0", " ", "\u2060", "").Replace(clean(label))
}

// TestRealMermaidShowsLabels lets the real Mermaid draw all labels, on nodes and edges, and compares the
// visible text. Small drawings are faster and make it easier to find the faulty label.
func TestRealMermaidShowsLabels(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	var graphs []Graph
	for labels := range slices.Chunk(allLabels(), 30) {
		g := Graph{Nodes: nodesOf(labels)}
		for i := 1; i < len(labels); i += 2 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i, Type: labels[i]})
		}
		graphs = append(graphs, g)
	}
	for i, drawing := range askMermaid(t, graphs) {
		checkDrawing(t, graphs[i], drawing)
	}
}

func TestRealMermaidShowsCases(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	cases := readCases(t)
	names := slices.Sorted(maps.Keys(cases))
	graphs := make([]Graph, len(names))
	for i, name := range names {
		graphs[i] = cases[name]
	}
	for i, drawing := range askMermaid(t, graphs) {
		t.Run(names[i], func(t *testing.T) {
			t.Parallel()
			checkDrawing(t, graphs[i], drawing)
		})
	}
}

// TestRealMermaidShowsReadable does the same for readable drawings, whose labels all have a second line.
func TestRealMermaidShowsReadable(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	var graphs []Graph
	for part := range slices.Chunk(shortLabels(), 20) {
		g := rewarded(part)
		for i, name := range append(kinds.Names(), "") {
			g.Edges = append(g.Edges, Edge{From: i % len(part), To: (i + 1) % len(part), Type: name, Strength: 0.5})
		}
		graphs = append(graphs, g.Readable())
	}
	for i, drawing := range askMermaid(t, graphs) {
		checkDrawing(t, graphs[i], drawing)
	}
}

func checkDrawing(t *testing.T, g Graph, drawing mermaidDrawing) {
	t.Helper()
	if drawing.Error != "" {
		t.Errorf("refused: %s\n%s", drawing.Error, Mermaid(g))
		return
	}
	nodes := map[string]string{}
	for i, n := range g.Nodes {
		nodes[fmt.Sprintf("n%d", i+1)] = mermaidShown(n.Label)
	}
	if diff := cmp.Diff(nodes, drawing.Nodes, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("nodes (-want +got):\n%s%s", diff, Mermaid(g))
	}
	var edges []string
	for _, e := range g.Edges {
		if shown := mermaidShown(e.Type); shown != "" { // an empty label shows nothing
			edges = append(edges, shown)
		}
	}
	if diff := cmp.Diff(edges, drawing.Edges, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("edges (-want +got):\n%s%s", diff, Mermaid(g))
	}
}

type mermaidDrawing struct {
	Nodes map[string]string `json:"nodes"`
	Edges []string          `json:"edges"`
	Error string            `json:"error"`
}

// askMermaid draws all graphs in one process.
func askMermaid(t *testing.T, graphs []Graph) []mermaidDrawing {
	t.Helper()
	needTool(t, "node", "install Node.js, 20.19 or newer")
	dir := filepath.Join("testdata", "mermaid")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "mermaid")); err != nil {
		missing(t, "mermaid is not installed: make tools, or npm ci in graph/render/testdata/mermaid")
	}
	texts := make([]string, len(graphs))
	for i, g := range graphs {
		texts[i] = Mermaid(g)
	}
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "labels.mjs")
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	var drawings []mermaidDrawing
	if err := json.Unmarshal(out, &drawings); err != nil {
		t.Fatal(err)
	}
	if len(drawings) != len(texts) {
		t.Fatalf("%d answers for %d texts", len(drawings), len(texts))
	}
	for _, drawing := range drawings {
		for name, label := range drawing.Nodes {
			drawing.Nodes[name] = mermaidShown(label)
		}
		for i, label := range drawing.Edges {
			drawing.Edges[i] = mermaidShown(label)
		}
	}
	return drawings
}
