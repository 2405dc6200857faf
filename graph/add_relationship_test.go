package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestAddRelationship(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "design", "build")
	got := w.ok(t, "add_episode_relationship", `{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "follows",
		"metadata": {"why": "plan", "n": 12345678901234567890}}`, strings.ToUpper(string(ids[0])), ids[1])
	same(t, "fields", "created_at message reads relationship_id", got.fields())
	same(t, "message", "Relationship added successfully", got["message"].(string))
	same(t, "created_at", "2026-11-21T09:00:03.000000+00:00", got["created_at"].(string))
	id := got.id("relationship_id")
	w.touched(t, ids[0], ids[1], id)

	text, err := w.call(t, "get_episode_relationships", `{"episode_id": %q}`, ids[0])
	want := fmt.Sprintf(`{"relationships":[{"id":%q,"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"follows",`+
		`"strength":1,"created_at":"2026-11-21T09:00:03.000000+00:00","metadata":{"why":"plan","n":12345678901234567890}}],"count":1}`,
		id, ids[0], ids[1])
	if err != nil || text != want {
		t.Errorf("stored: %s, %v\nwant    %s", text, err, want)
	}
}

func TestAddRelationshipRefused(t *testing.T) {
	t.Parallel()
	w, ids, _ := newPair(t, graph.Follows, 1)
	const add = "add_episode_relationship"
	all := `{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": %q}`
	strength := `{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "causes", "strength": %s}`

	w.fails(t, fault.InvalidArgument, "from_episode_id is required", add, `{}`)
	w.fails(t, fault.InvalidArgument, "from_episode_id must be a UUID or a serial number", add, all, "#0", ids[1], "causes")
	w.fails(t, fault.InvalidArgument, "relationship_type must be one of follows, causes, part_of, related_to, contradicts, refines",
		add, all, ids[0], ids[1], "FOLLOW")
	for _, bad := range []string{"-0.1", "1.1", `"2"`} {
		w.fails(t, fault.InvalidArgument, "strength must be between 0 and 1", add, strength, ids[0], ids[1], bad)
	}
	w.fails(t, fault.InvalidArgument, "strength must be a number", add, strength, ids[0], ids[1], "true")
	w.fails(t, fault.InvalidArgument, "metadata must be at most 65536 bytes", add,
		`{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "causes", "metadata": {"x": %q}}`,
		ids[0], ids[1], strings.Repeat("x", 65536))
	w.fails(t, fault.InvalidArgument, "unknown argument 'type'; valid: from_episode_id, to_episode_id, relationship_type, strength, metadata",
		add, `{"type": "follows"}`)

	// The checks run in the order of the contract: equal ends, existence, duplicates, cycles.
	w.fails(t, fault.InvalidArgument, "from_episode_id and to_episode_id must differ", add, all, unknown, unknown, "causes")
	w.fails(t, fault.InvalidArgument, "from_episode_id and to_episode_id must differ", add, all,
		ids[0], strings.ToUpper(string(ids[0])), "causes")
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), add, all, unknown, ids[0], "follows")
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), add, all, ids[0], unknown, "follows")
	w.fails(t, fault.AlreadyExists, fmt.Sprintf("Relationship already exists: %s follows %s", ids[0], ids[1]), add, all, ids[0], ids[1], "follows")
	beside := w.fails(t, fault.Cycle, "Adding this relationship would create a cycle", add, all, ids[1], ids[0], "follows")
	same(t, "extra", map[string]any{
		"cycle_path": []graph.ID{ids[1], ids[0], ids[1]},
		"cycle":      []graph.CycleEpisode{{ID: 2, Name: "b"}, {ID: 1, Name: "a"}, {ID: 2, Name: "b"}},
	}, beside)
	w.touched(t, ids[1], ids[0])

	w.ok(t, add, all, ids[1], ids[0], "causes") // a cycle of two types is allowed
	w.ok(t, add, all, ids[0], ids[1], "refines")
	w.ok(t, add, all, ids[1], ids[0], "refines") // and so is a cycle of a type without an order
}

// TestStrengthOfZero checks that an explicit 0 differs from an absent strength.
func TestStrengthOfZero(t *testing.T) {
	t.Parallel()
	w, ids, _ := newPair(t, graph.Causes, 0)
	got := w.ok(t, "check_relationship_exists", `{"from_episode_id": %q, "to_episode_id": %q}`, ids[0], ids[1])
	same(t, "strength", []any{0.0}, got.column("relationships", "strength"))
}

func TestAddRelationships(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b", "c")
	one := `{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "follows"}`
	got := w.ok(t, "add_episode_relationships", `{"relationships": [`+one+`,`+one+`]}`, ids[0], ids[1], ids[1], ids[2])
	same(t, "fields", "count reads relationships", got.fields())
	same(t, "count", 2.0, got["count"].(float64))
	same(t, "fields of one", "created_at relationship_id", got.list("relationships")[0].fields())
	first, second := got.list("relationships")[0].id("relationship_id"), got.list("relationships")[1].id("relationship_id")
	w.touched(t, first, second)
	stored := w.ok(t, "get_episode_relationships", `{"episode_id": %q}`, ids[1])
	same(t, "stored, in the order given", anys(first, second), stored.column("relationships", "id"))
}

func TestAddRelationshipsAllOrNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b", "c")
	const add = "add_episode_relationships"
	one := `{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "follows"}`
	two, three := `{"relationships": [`+one+`,`+one+`]}`, `{"relationships": [`+one+`,`+one+`,`+one+`]}`

	at := func(index int, beside map[string]any) {
		t.Helper()
		same(t, "index", any(index), beside["index"])
	}
	at(1, w.fails(t, fault.AlreadyExists, fmt.Sprintf("Relationship already exists: %s follows %s", ids[0], ids[1]),
		add, two, ids[0], ids[1], ids[0], ids[1]))
	at(2, w.fails(t, fault.Cycle, "Adding this relationship would create a cycle",
		add, three, ids[0], ids[1], ids[1], ids[2], ids[2], ids[0]))
	at(1, w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), add, two, ids[0], ids[1], ids[0], unknown))
	// Malformed arguments fail before the service calls the store.
	at(1, w.fails(t, fault.InvalidArgument, "from_episode_id and to_episode_id must differ", add, two, unknown, ids[1], ids[0], ids[0]))
	at(1, w.fails(t, fault.InvalidArgument, "relationships[1].to_episode_id must be a UUID or a serial number", add, two, unknown, ids[1], ids[0], "x"))
	at(0, w.fails(t, fault.InvalidArgument, "relationships[0].strength must be between 0 and 1", add,
		`{"relationships": [{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": "follows", "strength": 2}]}`, ids[0], ids[1]))
	w.fails(t, fault.InvalidArgument, "relationships must have between 1 and 1000 items", add, `{"relationships": []}`)
	w.fails(t, fault.InvalidArgument, "relationships must have between 1 and 1000 items", add,
		`{"relationships": [%s{}]}`, strings.Repeat(fmt.Sprintf(one, ids[0], ids[1])+",", 1001))
	w.fails(t, fault.InvalidArgument, "relationships is required", add, `{}`)

	got := w.ok(t, "get_topological_order", `{}`)
	same(t, "levels when nothing was added", []any{0.0, 0.0, 0.0}, got.column("ordered_episodes", "level"))
}
