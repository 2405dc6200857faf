package graph_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

const orderOf = "get_topological_order"

func TestTopologicalOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "ship", "build", "design", "test") // the wrong way round
	w.relate(t, ids[2], ids[1], graph.Follows, 1)
	w.relate(t, ids[1], ids[0], graph.Follows, 0)
	w.relate(t, ids[2], ids[3], graph.Follows, 1)
	w.relate(t, ids[3], ids[0], graph.Follows, 1)
	w.relate(t, ids[0], ids[2], graph.Causes, 1)

	text, err := w.call(t, orderOf, `{}`)
	entry := func(id graph.ID, name string, level int, before ...graph.ID) string {
		quoted := make([]string, len(before))
		for i, b := range before {
			quoted[i] = fmt.Sprintf("%q", b)
		}
		return fmt.Sprintf(`{"episode_id":%q,"episode_name":%q,"level":%d,"dependencies":[%s],"id":%d}`,
			id, name, level, strings.Join(quoted, ","), 1+slices.Index(ids, id))
	}
	want := `{"ordered_episodes":[` + strings.Join([]string{
		entry(ids[2], "design", 0), entry(ids[1], "build", 1, ids[2]), entry(ids[3], "test", 1, ids[2]), entry(ids[0], "ship", 2, ids[1], ids[3]),
	}, ",") + `],"has_cycles":false,"cycles":[],"total_count":4}`
	if err != nil || text != want {
		t.Errorf("got  %s, %v\nwant %s", text, err, want)
	}

	all := []graph.ID{ids[2], ids[1], ids[3], ids[0]}
	tests := []struct {
		rest    string
		ordered []graph.ID
		levels  []any
		total   float64
	}{
		{`"episode_ids": []`, all, []any{0.0, 1.0, 1.0, 2.0}, 4},
		{`"relationship_type": ""`, all, []any{0.0, 1.0, 1.0, 2.0}, 4},
		{`"relationship_type": "causes"`, []graph.ID{ids[0], ids[1], ids[3], ids[2]}, []any{0.0, 0.0, 0.0, 1.0}, 4},
		// Without the episodes in between, nothing depends on the start.
		{fmt.Sprintf(`"episode_ids": [%q, %q]`, ids[2], ids[0]), []graph.ID{ids[0], ids[2]}, []any{0.0, 0.0}, 2},
		{
			fmt.Sprintf(`"episode_ids": [%q, %q, %q]`, ids[0], strings.ToUpper(string(ids[1])), ids[1]),
			[]graph.ID{ids[1], ids[0]},
			[]any{0.0, 1.0},
			2,
		},
		{`"limit": 2`, all[:2], []any{0.0, 1.0}, 4},
		{`"limit": 2, "offset": 1`, all[1:3], []any{1.0, 1.0}, 4},
		{`"offset": 3`, all[3:], []any{2.0}, 4},
		{`"limit": 1, "offset": 4`, nil, []any{}, 4},
		{fmt.Sprintf(`"limit": %d, "offset": 1`, math.MaxInt64), all[1:], []any{1.0, 1.0, 2.0}, 4},
		{fmt.Sprintf(`"limit": %d, "offset": %d`, math.MaxInt64, math.MaxInt64), nil, []any{}, 4},
	}
	for _, test := range tests {
		got := w.ok(t, orderOf, `{%s}`, test.rest)
		same(t, "episodes of "+test.rest, anys(test.ordered...), got.column("ordered_episodes", "episode_id"))
		same(t, "levels of "+test.rest, test.levels, got.column("ordered_episodes", "level"))
		same(t, "total of "+test.rest, test.total, got["total_count"].(float64))
	}
}

func TestTopologicalOrderRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "a")
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), orderOf, `{"episode_ids": [%q, %q]}`, id, unknown)
	w.touched(t, id, unknown)
	for rest, want := range map[string]string{
		`"relationship_type": "refines"`: "relationship_type must be one of follows, causes",
		`"limit": 0`:                     "limit must be >= 1",
		`"offset": -1`:                   "offset must be >= 0",
		`"episode_ids": ["#0"]`:          "episode_ids[0] must be a UUID or a serial number",
	} {
		w.fails(t, fault.InvalidArgument, want, orderOf, `{%s}`, rest)
	}
}

// TestTopologicalOrderByCursor checks that the pages of an order are the whole order, whether the store keeps it or not.
func TestTopologicalOrderByCursor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b", "c", "d", "e", "f", "g")
	w.relate(t, ids[5], ids[2], graph.Follows, 1)
	w.relate(t, ids[2], ids[0], graph.Follows, 1)
	w.relate(t, ids[6], ids[1], graph.Follows, 1)
	notKept := func() (*graph.OrderPage, error) { return nil, nil } //nolint:nilnil // as the contract says it
	for name, test := range map[string]struct {
		kept func() (*graph.OrderPage, error)
		rest string
	}{
		"kept":           {nil, ""},
		"computed":       {notKept, ""},
		"of some":        {nil, fmt.Sprintf(`"episode_ids": [%q, %q, %q, %q], `, ids[0], ids[2], ids[5], ids[6])},
		"by causes":      {nil, `"relationship_type": "causes", `},
		"causes, no one": {notKept, `"relationship_type": "causes", `},
	} {
		w.store.orderPage = test.kept
		whole := w.ok(t, orderOf, `{%s"offset": 0}`, test.rest).column("ordered_episodes", "episode_id")
		for limit := 1; limit < 4; limit++ {
			var pages []any
			for cursor := ""; ; {
				page := w.ok(t, orderOf, `{%s"limit": %d, "cursor": %q}`, test.rest, limit, cursor)
				pages = append(pages, page.column("ordered_episodes", "episode_id")...)
				same(t, name+": total", float64(len(whole)), page["total_count"].(float64))
				next, more := page["next_cursor"].(string)
				if !more {
					break
				}
				cursor = next
			}
			same(t, fmt.Sprintf("%s, pages of %d", name, limit), whole, pages)
		}
	}
	w.store.orderPage = nil
	cursor := w.ok(t, orderOf, `{"limit": 2}`)["next_cursor"].(string)
	w.store.orderPage = notKept
	same(t, "the rest after a cursor", 5, len(w.ok(t, orderOf, `{"cursor": %q}`, cursor).column("ordered_episodes", "id")))
	const another = "cursor belongs to another list: repeat the arguments of the call that returned it, or leave cursor out to begin again"
	for rest, want := range map[string]string{
		`"offset": 1`:                   "cursor and offset exclude each other: leave one of them out",
		`"relationship_type": "causes"`: another,
		`"episode_ids": ["#1"]`:         another,
	} {
		w.fails(t, fault.InvalidArgument, want, orderOf, `{"cursor": %q, %s}`, cursor, rest)
	}
	w.fails(t, fault.InvalidArgument, "cursor must be a next_cursor of this tool", orderOf, `{"cursor": "bm9uZQ"}`)
	w.store.orderPage = func() (*graph.OrderPage, error) { return nil, fault.New(fault.Unavailable, "away") }
	w.fails(t, fault.Unavailable, "away", orderOf, `{"limit": 1}`)
}

// TestTopologicalOrderOfCycles checks a graph with cycles. Stores prevent them, but another program may write
// one. The rest is ordered, and the cycles are returned as closed paths of ids.
func TestTopologicalOrderOfCycles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := []graph.ID{"before", "ring-1", "ring-2", "behind", "alone"}
	w.store.projection = func() (graph.Projection, error) {
		part := graph.Projection{Edges: [][2]int32{{0, 1}, {1, 2}, {2, 1}, {2, 3}, {4, 4}}}
		for i, id := range ids {
			part.Nodes = append(part.Nodes, graph.Node{EpisodeID: id, ID: int64(i), Name: "n", CreatedAt: graph.Time(i)})
		}
		return part, nil
	}
	got := w.ok(t, orderOf, `{}`)
	same(t, "answer", answer{
		"ordered_episodes": []any{
			map[string]any{"episode_id": "before", "episode_name": "n", "level": 0.0, "dependencies": []any{}, "id": 0.0},
			map[string]any{"episode_id": "behind", "episode_name": "n", "level": 2.0, "dependencies": anys(ids[2]), "id": 3.0},
		},
		"has_cycles": true, "total_count": 2.0,
		"cycles": []any{anys(ids[1], ids[2], ids[1]), anys(ids[4], ids[4])},
	}, got)

	w.store.projection = func() (graph.Projection, error) { return graph.Projection{}, errSecret }
	_, err := w.call(t, orderOf, `{}`)
	if got := fault.From(err); got.Code != fault.Internal || strings.Contains(got.Details, "secret") {
		t.Errorf("error = %v", err)
	}
}
