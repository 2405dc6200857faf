package graph_test

import (
	"math"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestGetRelationships(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b", "c")
	out := w.relate(t, ids[0], ids[1], graph.Causes, 0.5)
	in := w.relate(t, ids[2], ids[0], graph.Causes, 0.25)
	other := w.relate(t, ids[0], ids[2], graph.Refines, 1)
	w.relate(t, ids[1], ids[2], graph.Refines, 1)
	tests := []struct {
		rest string
		want []any
	}{
		{``, anys(out, in, other)},
		{`, "direction": "both"`, anys(out, in, other)},
		{`, "direction": "outgoing"`, anys(out, other)},
		{`, "direction": "incoming"`, anys(in)},
		{`, "relationship_type": "causes"`, anys(out, in)},
		{`, "min_strength": 0.5`, anys(out, other)},
		{`, "min_strength": 0`, anys(out, in, other)},
		{`, "direction": "outgoing", "relationship_type": "causes", "min_strength": 0.51`, []any{}},
		{`, "direction": null, "relationship_type": "", "min_strength": "0.6"`, anys(other)},
	}
	for _, test := range tests {
		got := w.ok(t, "get_episode_relationships", `{"episode_id": %q%s}`, ids[0], test.rest)
		same(t, test.rest, test.want, got.column("relationships", "id"))
		same(t, "count of "+test.rest, float64(len(test.want)), got["count"].(float64))
		same(t, "fields", "count relationships", got.fields())
		w.touched(t, ids[0])
	}
}

func TestGetRelationshipsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "a")
	const get = "get_episode_relationships"
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), get, `{"episode_id": %q}`, unknown)
	w.fails(t, fault.InvalidArgument, "episode_id is required", get, `{}`)
	w.fails(t, fault.InvalidArgument, "direction must be one of outgoing, incoming, both", get, `{"episode_id": %q, "direction": "in"}`, id)
	w.fails(t, fault.InvalidArgument, "min_strength must be between 0 and 1", get, `{"episode_id": %q, "min_strength": 2}`, id)
	w.fails(t, fault.InvalidArgument, "limit must be >= 1", get, `{"episode_id": %q, "limit": 0}`, id)
	w.fails(t, fault.InvalidArgument, "limit must be >= 1", get, `{"episode_id": %q, "limit": -1}`, id)
	w.fails(t, fault.InvalidArgument, "cursor must be a next_cursor of this tool", get, `{"episode_id": %q, "cursor": "x"}`, id)
}

func TestPagesOfRelationships(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b")
	all := make([]graph.ID, len(graph.Types()))
	for i, typ := range graph.Types() {
		all[i] = w.relate(t, ids[0], ids[1], typ, 1)
	}
	for limit := 1; limit <= len(all)+1; limit++ {
		var got []any
		cursor, pages := "", 0
		for done := false; !done; {
			page := w.ok(t, "get_episode_relationships", `{"episode_id": %q, "limit": %d, "cursor": %q}`, ids[0], limit, cursor)
			got = append(got, page.column("relationships", "id")...)
			same(t, "count on a page", float64(len(all)), page["count"].(float64))
			cursor, _ = page["next_cursor"].(string)
			done = cursor == ""
			pages++
		}
		same(t, "all pages", anys(all...), got)
		if want := (len(all) + limit - 1) / limit; pages != want {
			t.Errorf("%d pages by %d, want %d", pages, limit, want)
		}
	}
	first := w.ok(t, "get_episode_relationships", `{"episode_id": %q, "limit": 2}`, ids[0])
	rest := w.ok(t, "get_episode_relationships", `{"episode_id": %q, "cursor": %q}`, ids[0], first["next_cursor"])
	same(t, "the rest, without a limit", anys(all[2:]...), rest.column("relationships", "id"))
	most := w.ok(t, "get_episode_relationships", `{"episode_id": %q, "limit": %d}`, ids[0], math.MaxInt64)
	same(t, "the largest limit", anys(all...), most.column("relationships", "id"))

	// The last relationship of a page may be removed before the next page is read, without effect on that
	// page.
	w.ok(t, "remove_episode_relationship", `{"relationship_id": %q}`, all[1])
	rest = w.ok(t, "get_episode_relationships", `{"episode_id": %q, "cursor": %q}`, ids[0], first["next_cursor"])
	same(t, "the rest, after a removal", anys(all[2:]...), rest.column("relationships", "id"))
}

func TestRelationshipExists(t *testing.T) {
	t.Parallel()
	w, ids, causes := newPair(t, graph.Causes, 0.5)
	related := w.relate(t, ids[0], ids[1], graph.RelatedTo, 1)
	const exists = "check_relationship_exists"
	tests := []struct {
		from, to graph.ID
		rest     string
		want     []any
	}{
		{ids[0], ids[1], ``, anys(causes, related)},
		{ids[0], ids[1], `, "relationship_type": "causes"`, anys(causes)},
		{ids[0], ids[1], `, "relationship_type": "follows"`, []any{}},
		{ids[1], ids[0], ``, []any{}}, // directed, also for related_to
		{ids[0], unknown, ``, []any{}},
		{unknown, unknown, ``, []any{}},
	}
	for _, test := range tests {
		got := w.ok(t, exists, `{"from_episode_id": %q, "to_episode_id": %q%s}`, test.from, test.to, test.rest)
		same(t, "relationships", test.want, got.column("relationships", "id"))
		same(t, "exists", len(test.want) > 0, got["exists"].(bool))
		w.touched(t, test.from, test.to)
	}
	got := w.ok(t, exists, `{"from_episode_id": %q, "to_episode_id": %q}`, ids[0], ids[1])
	same(t, "fields", "exists relationships", got.fields())
	same(t, "fields of one", "created_at id relationship_type strength", got.list("relationships")[0].fields())
	same(t, "types", anys("causes", "related_to"), got.column("relationships", "relationship_type"))
	w.fails(t, fault.InvalidArgument, "to_episode_id must be a UUID or a serial number", exists, `{"from_episode_id": %q, "to_episode_id": "x"}`, ids[0])
}
