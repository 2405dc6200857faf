package graph_test

import (
	"fmt"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestUpdateRelationship(t *testing.T) {
	t.Parallel()
	w, ids, id := newPair(t, graph.Causes, 0.25)
	shown := func(rest string) string {
		return fmt.Sprintf(`{"id":%q,"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"causes",%s`, id, ids[0], ids[1], rest)
	}
	const created = `"created_at":"2026-11-21T09:00:03.000000+00:00"`
	steps := []struct{ change, want string }{
		{`"strength": 0.5`, shown(`"strength":0.5,` + created + `}`)},
		{`"metadata": {"b": 1.0, "a": []}`, shown(`"strength":0.5,` + created + `,"metadata":{"b":1.0,"a":[]}}`)},
		{`"strength": 0`, shown(`"strength":0,` + created + `,"metadata":{"b":1.0,"a":[]}}`)},
		{`"strength": null`, shown(`"strength":0,` + created + `,"metadata":{"b":1.0,"a":[]}}`)}, // null leaves the strength as it is
		{`"metadata": {}`, shown(`"strength":0,` + created + `,"metadata":{}}`)},
		{`"metadata": null, "strength": "0.75"`, shown(`"strength":0.75,` + created + `}`)},
	}
	for _, step := range steps {
		got, err := w.call(t, "update_episode_relationship", `{"relationship_id": %q, %s}`, id, step.change)
		if err != nil || got != step.want {
			t.Errorf("%s: %s, %v\nwant %s", step.change, got, err, step.want)
		}
		w.touched(t, id)
	}
	got, err := w.call(t, "update_episode_relationship", `{"relationship_id": %q}`, id)
	if want := steps[len(steps)-1].want; err != nil || got != want {
		t.Errorf("nothing to change: %s, %v\nwant %s", got, err, want)
	}
}

func TestUpdateRelationshipRefused(t *testing.T) {
	t.Parallel()
	w, _, id := newPair(t, graph.Causes, 0.25)
	const update = "update_episode_relationship"
	w.fails(t, fault.NotFound, "Relationship not found: "+string(unknown), update, `{"relationship_id": %q, "strength": 1}`, unknown)
	w.fails(t, fault.InvalidArgument, "strength must be between 0 and 1", update, `{"relationship_id": %q, "strength": 1.5}`, id)
	w.fails(t, fault.InvalidArgument, "relationship_id is required", update, `{"strength": 1}`)
	w.fails(t, fault.InvalidArgument, "unknown argument 'relationship_type'; valid: relationship_id, strength, metadata", update,
		`{"relationship_id": %q, "relationship_type": "follows"}`, id)
}

func TestRemoveRelationship(t *testing.T) {
	t.Parallel()
	w, ids, id := newPair(t, graph.Causes, 1)
	const remove = "remove_episode_relationship"
	got, err := w.call(t, remove, `{"relationship_id": %q}`, id)
	if want := `{"success":true,"message":"Relationship removed successfully"}`; err != nil || got != want {
		t.Errorf("got %s, %v", got, err)
	}
	w.touched(t, id)
	w.fails(t, fault.NotFound, "Relationship not found: "+string(id), remove, `{"relationship_id": %q}`, id) // never success
	w.fails(t, fault.NotFound, "Relationship not found: "+string(unknown), remove, `{"relationship_id": %q}`, unknown)
	w.fails(t, fault.InvalidArgument, "relationship_id must be a UUID", remove, `{"relationship_id": "x"}`)
	w.relate(t, ids[0], ids[1], graph.Causes, 1) // the same ends and type are free again
}
