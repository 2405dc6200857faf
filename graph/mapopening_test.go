package graph_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

// TestMapOpening checks the first picture of a workspace: a part that branches, those without relationships, and a
// history by area.
func TestMapOpening(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	fillWorkspace(t, w)
	for i := range 20 {
		w.ok(t, "create_episode", `{"query": "q", "name": "new %d", "reward": 0, "tags": ["git", "area %d"]}`, i, i%3)
	}
	open := func(args string) (out graph.MapOutput, names []string) {
		if err := json.Unmarshal([]byte(w.text(t, "get_graph_map", args)), &out); err != nil {
			t.Fatal(err)
		}
		for _, e := range out.Episodes {
			names = append(names, e.Name)
		}
		return out, names
	}
	out, names := open(`{"opening": 8}`)
	same(t, "names", []string{"new 19", "b3", "b2", "b1", "a3", "a2", "a1"}, names)
	same(t, "counts", []int{27, 21, 7}, []int{out.Total, out.Unlinked, len(out.Edges)})
	same(t, "tags", []string{"git", "area 1", "z", "x", "y"}, out.Tags)
	if out.ByMonth || out.Areas != nil {
		t.Errorf("%+v", out)
	}
	out, _ = open(`{"opening": 60}`)
	same(t, "everything", 27, len(out.Episodes))
	out, names = open(`{"opening": 4, "tags": ["git"]}`)
	same(t, "the newest", []string{"new 19", "new 18", "new 17", "new 16"}, names)
	if !out.ByMonth || out.Areas == nil {
		t.Fatalf("%+v", out)
	}
	areas := make([]string, 0, len(out.Areas.Areas))
	for _, area := range out.Areas.Areas {
		areas = append(areas, fmt.Sprint(area.Tag, area.Counts))
	}
	if want := []string{"area 0[7]", "area 1[7]", "area 2[6]"}; !slices.Equal(areas, want) {
		t.Errorf("areas %q, want %q", areas, want)
	}
	w.fails(t, fault.InvalidArgument, "opening and community cannot be used together", "get_graph_map", `{"opening": 4, "community": 1}`)
}
