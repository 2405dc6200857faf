package graph_test

import (
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestFindRelated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "start", "near", "far", "weak")
	near := w.relate(t, ids[0], ids[1], graph.Causes, 0.5)
	far := w.relate(t, ids[1], ids[2], graph.Follows, 1)
	direct := w.relate(t, ids[2], ids[0], graph.Refines, 0.25)
	weak := w.relate(t, ids[0], ids[3], graph.Causes, 0.125)
	const find = "find_related_episodes"

	got := w.ok(t, find, `{"episode_id": %q}`, ids[0])
	same(t, "fields", "count related_episodes", got.fields())
	want := []answer{
		{
			"episode_id": string(ids[1]), "episode_name": "near", "distance": 1.0, "path": anys(near), "total_strength": 0.5,
			"id": 2.0, "reward": 0.5, "steps": []any{step("causes", "outgoing", 0.5, 2, "near")},
		},
		{
			"episode_id": string(ids[2]), "episode_name": "far", "distance": 2.0, "path": anys(near, far), "total_strength": 0.5,
			"id": 3.0, "reward": 0.5,
			"steps": []any{step("causes", "outgoing", 0.5, 2, "near"), step("follows", "outgoing", 1, 3, "far")},
		},
	}
	same(t, "with the defaults", want, got.list("related_episodes"))
	w.touched(t, ids[0])

	back := w.ok(t, find, `{"episode_id": 2, "min_strength": 0.2, "direction": "incoming", "max_depth": 3}`).list("related_episodes")
	same(t, "walked against the arrows", []any{
		step("causes", "incoming", 0.5, 1, "start"),
	}, back[0]["steps"].([]any))

	tests := []struct {
		rest       string
		episodes   []graph.ID
		paths      []any
		totalCount float64
	}{
		{`"max_depth": 1`, ids[1:2], []any{anys(near)}, 1},
		{`"min_strength": 0`, []graph.ID{ids[1], ids[2], ids[3]}, []any{anys(near), anys(direct), anys(weak)}, 3},
		{
			`"min_strength": 0, "prefer": "strongest"`,
			[]graph.ID{ids[1], ids[2], ids[3]},
			[]any{anys(near), anys(near, far), anys(weak)},
			3,
		},
		{`"min_strength": 0, "direction": "incoming"`, []graph.ID{ids[2], ids[1]}, []any{anys(direct), anys(direct, far)}, 2},
		{`"min_strength": 0, "direction": "outgoing", "relationship_types": ["causes"]`, []graph.ID{ids[1], ids[3]}, []any{anys(near), anys(weak)}, 2},
		{`"min_strength": 0, "limit": 1`, ids[1:2], []any{anys(near)}, 3},
		{`"min_strength": 0, "relationship_types": []`, []graph.ID{ids[1], ids[2], ids[3]}, []any{anys(near), anys(direct), anys(weak)}, 3},
	}
	for _, test := range tests {
		got := w.ok(t, find, `{"episode_id": %q, %s}`, ids[0], test.rest)
		same(t, "episodes of "+test.rest, anys(test.episodes...), got.column("related_episodes", "episode_id"))
		same(t, "paths of "+test.rest, test.paths, got.column("related_episodes", "path"))
		same(t, "count of "+test.rest, test.totalCount, got["count"].(float64))
	}
}

// step returns an item of steps as decoded from JSON.
func step(kind, direction string, strength, id float64, name string) map[string]any {
	return map[string]any{"relationship_type": kind, "direction": direction, "strength": strength, "id": id, "name": name}
}

func TestFindRelatedRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "a")
	const find = "find_related_episodes"
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), find, `{"episode_id": %q}`, unknown)
	for rest, want := range map[string]string{
		`"max_depth": 0`:                 "max_depth must be between 1 and 5",
		`"max_depth": 6`:                 "max_depth must be between 1 and 5",
		`"max_depth": 1.5`:               "max_depth must be an integer",
		`"min_strength": -1`:             "min_strength must be between 0 and 1",
		`"limit": 0`:                     "limit must be >= 1",
		`"prefer": "fewest"`:             "prefer must be one of shortest, strongest",
		`"direction": "out"`:             "direction must be one of outgoing, incoming, both",
		`"relationship_types": ["x"]`:    "relationship_types[0] must be one of follows, causes, part_of, related_to, contradicts, refines",
		`"relationship_types": "causes"`: "relationship_types must be a list of strings",
	} {
		w.fails(t, fault.InvalidArgument, want, find, `{"episode_id": %q, %s}`, id, rest)
	}
}

// TestRelationshipTypesOnce checks that a store gets each type once, however often a client repeats it. The
// parameters of a query have limits.
func TestRelationshipTypesOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "a")
	var asked [][]graph.Type
	w.store.related = func(q graph.RelatedQuery) { asked = append(asked, q.Types) }
	w.store.subgraph = func(q graph.SubgraphQuery) { asked = append(asked, q.Types) }
	types := strings.Repeat(`"refines", "causes", `, 10_000) + `"refines"`
	w.ok(t, "find_related_episodes", `{"episode_id": %q, "relationship_types": [%s]}`, id, types)
	w.ok(t, "get_dependency_graph", `{"relationship_types": [%s]}`, types)
	once := []graph.Type{"refines", "causes"}
	same(t, "types", [][]graph.Type{once, once}, asked)
}
