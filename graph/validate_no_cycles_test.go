package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestValidateNoCycles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b", "c")
	w.relate(t, ids[0], ids[1], graph.Follows, 1)
	w.relate(t, ids[1], ids[2], graph.Follows, 0)
	const (
		validate = "validate_no_cycles"
		valid    = `{"valid":true,"cycle_detected":false,"cycle_path":null}`
	)
	cycle := func(path ...int) string {
		edges, episodes := make([]string, len(path)), make([]string, len(path))
		for at, i := range path {
			edges[at] = fmt.Sprintf("%q", ids[i])
			episodes[at] = fmt.Sprintf(`{"id":%d,"name":%q}`, i+1, []string{"a", "b", "c"}[i])
		}
		return fmt.Sprintf(`{"valid":false,"cycle_detected":true,"cycle_path":[%s],"cycle":[%s],"message":"Adding this relationship would create a cycle"}`,
			strings.Join(edges, ","), strings.Join(episodes, ","))
	}
	tests := []struct {
		name     string
		from, to graph.ID
		typ      graph.Type
		want     string
	}{
		{"onwards", ids[0], ids[2], graph.Follows, valid},
		{"a duplicate", ids[0], ids[1], graph.Follows, valid},
		{"backwards", ids[1], ids[0], graph.Follows, cycle(1, 0, 1)},
		{"backwards from the end", ids[2], ids[0], graph.Follows, cycle(2, 0, 1, 2)},
		{"backwards, of another type", ids[2], ids[0], graph.Causes, valid},
		{"to itself", ids[0], ids[0], graph.Causes, cycle(0, 0)},
	}
	for _, test := range tests {
		got, err := w.call(t, validate, `{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": %q}`, test.from, test.to, test.typ)
		if err != nil || got != test.want {
			t.Errorf("%s: %s, %v\nwant %s", test.name, got, err, test.want)
		}
		w.touched(t, test.from, test.to)
	}
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), validate,
		`{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "causes"}`, ids[0], unknown)
	w.fails(t, fault.InvalidArgument, "relationship_type must be one of follows, causes", validate,
		`{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "refines"}`, ids[0], ids[1])
	w.fails(t, fault.InvalidArgument, "relationship_type is required", validate,
		`{"from_episode_id": %q, "to_episode_id": %q}`, ids[0], ids[1])
}

// TestValidateNoCyclesOfALongChain checks that a long path omits its middle, and counts what it omits.
func TestValidateNoCyclesOfALongChain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 1100
	ids := make([]graph.ID, n)
	batch := graph.Batch{Episodes: make([]graph.NewEpisode, n)}
	for i := range ids {
		ids[i] = graph.NewID()
		batch.Episodes[i].Episode = graph.Episode{EpisodeID: ids[i], Name: "n", Query: "q"}
		if i > 0 {
			batch.Relationships = append(batch.Relationships, graph.NewRelationship{
				Relationship: graph.Relationship{ID: graph.NewID(), Type: graph.Causes, Strength: 1},
				FromEnd:      graph.End{Item: i - 1}, ToEnd: graph.End{Item: i},
			})
		}
	}
	if _, err := w.store.CreateEpisodes(t.Context(), by.Workspace, batch); err != nil {
		t.Fatal(err)
	}
	got := w.ok(t, "validate_no_cycles", `{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "causes"}`, ids[n-1], ids[0])
	path := append([]graph.ID{ids[n-1]}, ids...)
	same(t, "path", anys(append(path[:500:500], path[len(path)-500:]...)...), got["cycle_path"].([]any))
	same(t, "omitted", float64(n+1-1000), got["omitted"].(float64))
	names := got["cycle"].([]any)
	same(t, "names", len(path[:500])+500, len(names))
	same(t, "the last of the first half", map[string]any{"id": 499.0, "name": "n"}, names[499].(map[string]any))
	same(t, "the first of the second half", map[string]any{"id": float64(n - 499), "name": "n"}, names[500].(map[string]any))
	beside := w.fails(t, fault.Cycle, "Adding this relationship would create a cycle", "add_episode_relationship",
		`{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "causes"}`, ids[n-1], ids[0])
	same(t, "omitted by add", any(n+1-1000), beside["omitted"])
	same(t, "names by add", graph.PathLimit, len(beside["cycle"].([]graph.CycleEpisode)))
}
