package graph_test

import (
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

const drawGraph = "get_dependency_graph"

// drawn returns a world with three episodes and two relationships between them.
func drawn(t *testing.T) (*world, []graph.ID) {
	t.Helper()
	w := newWorld(t)
	ids := w.episodes(t, `design "x"`, "build", "ship")
	w.relate(t, ids[0], ids[1], graph.Follows, 0.75)
	w.relate(t, ids[1], ids[2], graph.Causes, 1)
	return w, ids
}

func TestDependencyGraph(t *testing.T) {
	t.Parallel()
	w, ids := drawn(t)
	got := w.ok(t, drawGraph, `{}`)
	same(t, "answer", answer{
		"nodes": []any{
			map[string]any{"id": string(ids[2]), "label": "ship", "created_at": "2026-11-21T09:00:03.000000+00:00", "serial": 3.0},
			map[string]any{"id": string(ids[1]), "label": "build", "created_at": "2026-11-21T09:00:02.000000+00:00", "serial": 2.0},
			map[string]any{"id": string(ids[0]), "label": `design "x"`, "created_at": "2026-11-21T09:00:01.000000+00:00", "serial": 1.0},
		},
		"edges": []any{
			map[string]any{"from": string(ids[0]), "to": string(ids[1]), "type": "follows", "strength": 0.75},
			map[string]any{"from": string(ids[1]), "to": string(ids[2]), "type": "causes", "strength": 1.0},
		},
		"format": "json", "truncated": false, "total_nodes": 3.0,
	}, got)
	tests := []struct {
		rest  string
		nodes []graph.ID
		edges int
		total float64
	}{
		{`"episode_ids": []`, []graph.ID{ids[2], ids[1], ids[0]}, 2, 3},
		{`"format": ""`, []graph.ID{ids[2], ids[1], ids[0]}, 2, 3},
		{`"max_nodes": 2`, []graph.ID{ids[2], ids[1]}, 1, 3},
		{`"relationship_types": ["causes", "causes"]`, []graph.ID{ids[2], ids[1], ids[0]}, 1, 3},
		{`"episode_ids": ["` + string(ids[0]) + `"]`, []graph.ID{ids[0]}, 0, 1},
		{`"episode_ids": ["` + strings.ToUpper(string(ids[0])) + `", "` + string(ids[0]) + `"], "depth": 1`, []graph.ID{ids[1], ids[0]}, 1, 2},
		{`"episode_ids": ["` + string(ids[0]) + `"], "depth": 5, "max_nodes": 2`, []graph.ID{ids[1], ids[0]}, 1, 3},
	}
	for _, test := range tests {
		got := w.ok(t, drawGraph, `{%s}`, test.rest)
		same(t, "nodes of "+test.rest, anys(test.nodes...), got.column("nodes", "id"))
		same(t, "edges of "+test.rest, test.edges, len(got.list("edges")))
		same(t, "total of "+test.rest, test.total, got["total_nodes"].(float64))
		same(t, "truncated of "+test.rest, test.total > float64(len(test.nodes)), got["truncated"].(bool))
		same(t, "format of "+test.rest, "json", got["format"].(string))
	}
	w.touched(t, ids[0])
}

func TestDependencyGraphRefused(t *testing.T) {
	t.Parallel()
	w, ids := drawn(t)
	other := "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8e"
	w.fails(t, fault.NotFound, "Episode not found: "+other+", "+string(unknown), drawGraph,
		`{"episode_ids": [%q, %q, %q, %q]}`, other, ids[0], unknown, other)
	for rest, want := range map[string]string{
		`"format": "dot"`:       "format must be one of json, graphviz, mermaid, svg",
		`"max_nodes": 0`:        "max_nodes must be between 1 and 500",
		`"max_nodes": 501`:      "max_nodes must be between 1 and 500",
		`"depth": -1`:           "depth must be between 0 and 5",
		`"depth": 6`:            "depth must be between 0 and 5",
		`"episode_ids": ["x"]`:  "episode_ids[0] must be a UUID or a serial number",
		`"episode_ids": [null]`: "episode_ids[0] must be a string or an integer",
	} {
		w.fails(t, fault.InvalidArgument, want, drawGraph, `{%s}`, rest)
	}
}

// TestDrawings checks, among others, that the newest node comes first in the text of a drawing.
func TestDrawings(t *testing.T) {
	t.Parallel()
	w, _ := drawn(t)
	tests := map[string][]string{
		"graphviz": {
			"digraph {", `  node1 [label="ship"];`, `  node2 [label="build"];`, `  node3 [label="design \"x\""];`,
			`  node3 -> node2 [label="follows (0.75)"];`, `  node2 -> node1 [label="causes (1.0)"];`, "}", "",
		},
		"mermaid": {"graph TD", "  n3["}, // package render tests the rest
	}
	for format, lines := range tests {
		got := w.ok(t, drawGraph, `{"format": %q}`, format)
		same(t, "fields", "format graph total_nodes truncated", got.fields())
		text, _ := got["graph"].(string)
		if format == "graphviz" {
			same(t, format, strings.Join(lines, "\n"), text)
		}
		for _, line := range lines {
			if !strings.Contains(text, line) {
				t.Errorf("no %q in the %s text:\n%s", line, format, text)
			}
		}
	}
	got := w.ok(t, drawGraph, `{"format": "graphviz", "max_nodes": 1}`)
	same(t, "truncated", true, got["truncated"].(bool))
	same(t, "total_nodes", 3.0, got["total_nodes"].(float64))
	same(t, "cut text", "digraph {\n  node1 [label=\"ship\"];\n}\n", got["graph"].(string))
}

// TestTextOfADrawing checks that Text returns drawings, but not JSON.
func TestTextOfADrawing(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]bool{"json": false, "graphviz": true, "mermaid": true, "svg": true} {
		text, bare := graph.DependencyGraphOutput{Format: format, Graph: "g"}.Text()
		if bare != want || text != "g" {
			t.Errorf("%s: %q, %v", format, text, bare)
		}
	}
}

func TestSVG(t *testing.T) {
	t.Parallel()
	w, _ := drawn(t)
	got := w.ok(t, drawGraph, `{"format": "svg"}`)
	text, _ := got["graph"].(string)
	for _, want := range []string{"<svg ", ">ship<", "“build” causes “ship”", "plotline-"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %.3000s", want, text)
		}
	}
	same(t, "format", "svg", got["format"].(string))
	same(t, "fields", "format graph total_nodes truncated", got.fields())
}
