package graph_test

import (
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestNeighbours(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "hub", "a", "b", "c")
	weak := w.relate(t, ids[0], ids[1], graph.Causes, 0.25)
	w.relate(t, ids[2], ids[0], graph.Causes, 0.5)
	w.relate(t, ids[0], ids[3], graph.PartOf, 0.5)
	w.relate(t, ids[1], ids[2], graph.RelatedTo, 1)
	const list = "list_neighbours"

	got := w.ok(t, list, `{"episode_id": 1}`)
	same(t, "fields", "count neighbours relationship_counts", got.fields())
	same(t, "strongest first", []any{"b", "c", "a"}, got.column("neighbours", "name"))
	same(t, "sentences", []any{"was caused by", "is part of", "caused"}, got.column("neighbours", "sentence"))
	same(t, "counts", map[string]any{
		"causes": map[string]any{"outgoing": 1.0, "incoming": 1.0}, "part_of": map[string]any{"outgoing": 1.0, "incoming": 0.0},
	}, got["relationship_counts"].(map[string]any))
	last := got.list("neighbours")[2]
	delete(last, "created_at")
	same(t, "a neighbour", answer{
		"relationship_id": string(weak), "relationship_type": "causes", "direction": "outgoing", "strength": 0.25, "sentence": "caused",
		"episode_id": string(ids[1]), "id": 2.0, "name": "a", "reward": 0.5,
	}, last)
	w.touched(t, ids[0])

	same(t, "of a type", []any{"b", "a"}, w.ok(t, list, `{"episode_id": 1, "relationship_type": "causes"}`).column("neighbours", "name"))
	same(t, "outgoing", []any{"c", "a"}, w.ok(t, list, `{"episode_id": 1, "direction": "outgoing"}`).column("neighbours", "name"))
	same(t, "incoming", []any{"b"}, w.ok(t, list, `{"episode_id": 1, "direction": "incoming"}`).column("neighbours", "name"))

	first := w.ok(t, list, `{"episode_id": 1, "limit": 1}`)
	w.ok(t, "remove_episode_relationship", `{"relationship_id": %q}`, first.list("neighbours")[0]["relationship_id"])
	rest := w.ok(t, list, `{"episode_id": 1, "cursor": %q}`, first["next_cursor"])
	same(t, "after a page whose last is gone", []any{"c", "a"}, rest.column("neighbours", "name"))
	w.fails(t, fault.InvalidArgument, "cursor belongs to another list: repeat the arguments of the call that returned it, or leave cursor out to begin again",
		list, `{"episode_id": 2, "cursor": %q}`, first["next_cursor"])
	w.fails(t, fault.InvalidArgument, "cursor must be a next_cursor of this tool", list, `{"episode_id": 1, "cursor": "x"}`)
	w.fails(t, fault.NotFound, "Episode not found: #9", list, `{"episode_id": 9}`)
	alone := w.episode(t, "alone")
	same(t, "alone", answer{"neighbours": []any{}, "count": 0.0, "relationship_counts": map[string]any{}}, w.ok(t, list, `{"episode_id": %q}`, alone))
}
