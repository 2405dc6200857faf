package graph_test

import (
	"context"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

const update = "update_episode"

func TestUpdateEpisode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.ok(t, createOne, `{"query": "q", "reward": 0, "name": "n", "reflection": "r", "tags": ["a"], "metadata": {"m": 1}}`).id("episode_id")
	state := w.ok(t, "get_episode", `{"episode_id": %q}`, id)
	delete(state, "relationship_counts")
	steps := []struct {
		change string
		want   answer // changed fields; nil for removed ones
	}{
		{`"name": "N"`, answer{"name": "N"}},
		{`"query": "Q", "reward": "0.5"`, answer{"query": "Q", "reward": 0.5}},
		{`"reflection": "R"`, answer{"reflection": "R"}},
		{`"reflection": null`, answer{"reflection": nil}},
		{`"reflection": "back", "tags": ["c", "b", "c"]`, answer{"reflection": "back", "tags": anys("c", "b")}},
		{`"reflection": null`, answer{"reflection": nil}},
		{`"tags": null, "metadata": {"m": 2.50}`, answer{"tags": nil, "metadata": map[string]any{"m": 2.5}}},
		{`"tags": ["d"], "metadata": null`, answer{"tags": anys("d"), "metadata": nil}},
		{`"tags": [], "metadata": {}`, answer{"tags": nil, "metadata": map[string]any{}}},
		{`"reward": -0`, answer{"reward": 0.0}},
		{`"name": null`, answer{"name": "Q"}}, // restores the default
	}
	for _, step := range steps {
		before, _ := state["updated_at"].(string)
		got := w.ok(t, update, `{"episode_id": %q, %s}`, id, step.change)
		for field, value := range step.want {
			state[field] = value
			if value == nil {
				delete(state, field)
			}
		}
		if after, _ := got["updated_at"].(string); after <= before {
			t.Errorf("%s: updated_at went from %s to %s", step.change, before, after)
		}
		state["updated_at"] = got["updated_at"]
		same(t, step.change, state, got)
		w.touched(t, id)
		stored := w.ok(t, "get_episode", `{"episode_id": %q}`, id)
		delete(stored, "relationship_counts")
		same(t, "stored after "+step.change, state, stored)
	}
}

// TestNameFollowsTheQuery checks that a default name follows the query, and that a chosen one stays.
func TestNameFollowsTheQuery(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chosen := w.ok(t, createOne, `{"query": "old", "reward": 0, "name": "chosen"}`).id("episode_id")
	follows := w.ok(t, createOne, `{"query": "old\nmore", "reward": 0}`).id("episode_id")
	same(t, "chosen", "chosen", w.ok(t, update, `{"episode_id": %q, "query": "new"}`, chosen)["name"].(string))
	same(t, "not chosen", "new", w.ok(t, update, `{"episode_id": %q, "query": "new\nmore"}`, follows)["name"].(string))
	same(t, "chosen now", "own", w.ok(t, update, `{"episode_id": %q, "query": "newer", "name": "own"}`, follows)["name"].(string))
	same(t, "still", "own", w.ok(t, update, `{"episode_id": %q, "query": "newest"}`, follows)["name"].(string))
	same(t, "given up", "other", w.ok(t, update, `{"episode_id": %q, "query": "other", "name": null}`, follows)["name"].(string))
}

func TestUpdateThatChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.ok(t, createOne, `{"query": "q", "reward": 0.5, "tags": ["a"], "metadata": {"m": 1}}`).id("episode_id")
	before := w.ok(t, "get_episode", `{"episode_id": %q}`, id)
	delete(before, "relationship_counts")
	w.store.replace = func(context.Context, graph.Episode, graph.Time) error {
		t.Error("the store was asked to write")
		return nil
	}
	for _, change := range []string{
		``, `, "reward": 0.5`, `, "query": "q", "name": null, "reflection": null`, `, "tags": ["a", "a"], "metadata": { "m" : 1 }`,
		`, "expected_updated_at": "2026-11-21T09:00:01Z"`,
	} {
		same(t, "after {"+change+"}", before, w.ok(t, update, `{"episode_id": %q%s}`, id, change))
	}
}

func TestUpdateEpisodeRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "q")
	for change, want := range map[string]string{
		`"query": null`:               "query must not be null",
		`"reward": null`:              "reward must not be null",
		`"reward": -2`:                "reward must be between -1 and 1",
		`"reward": true`:              "reward must be a number",
		`"tags": [""]`:                "tags[0] must be between 1 and 200 characters",
		`"metadata": "x"`:             "metadata must be an object",
		`"expected_updated_at": "x"`:  "Invalid ISO 8601 timestamp: x",
		`"created_at": "2026-11-21"`:  "unknown argument 'created_at'; valid: episode_id, name, query, reflection, reward, tags, metadata, expected_updated_at",
		`"episode_id": null, "id": 1`: "unknown argument 'id'; valid: episode_id, name, query, reflection, reward, tags, metadata, expected_updated_at",
	} {
		w.fails(t, fault.InvalidArgument, want, update, `{"episode_id": %q, %s}`, id, change)
	}
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), update, `{"episode_id": %q, "reward": 1}`, unknown)
}

func TestUpdateOfStaleState(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "q")
	seen := w.ok(t, "get_episode", `{"episode_id": %q}`, id)["updated_at"]
	first := w.ok(t, update, `{"episode_id": %q, "reward": 1, "expected_updated_at": %q}`, id, seen)
	stale := "Episode " + string(id) + " was changed meanwhile, at " + first["updated_at"].(string) + "; read it again before you update it"
	w.fails(t, fault.Conflict, stale, update, `{"episode_id": %q, "reward": -1, "expected_updated_at": %q}`, id, seen)
	w.fails(t, fault.Conflict, stale, update, `{"episode_id": %q, "expected_updated_at": %q}`, id, seen)
	w.ok(t, update, `{"episode_id": %q, "reward": -1, "expected_updated_at": %q}`, id, first["updated_at"])
}

// TestUpdateAgainstAnotherWriter checks that two concurrent changes of different fields both succeed, unless
// a caller gave expected_updated_at.
func TestUpdateAgainstAnotherWriter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "q")
	faster := func() {
		w.store.replace = func(ctx context.Context, ep graph.Episode, was graph.Time) error {
			w.store.replace = nil
			theirs, _, err := w.store.Episode(ctx, by.Workspace, id)
			if err != nil {
				return err
			}
			theirs.Reflection, theirs.UpdatedAt = "theirs", was+1
			if err := w.store.ReplaceEpisode(ctx, by.Workspace, theirs, was); err != nil {
				return err
			}
			return w.store.ReplaceEpisode(ctx, by.Workspace, ep, was)
		}
	}
	faster()
	got := w.ok(t, update, `{"episode_id": %q, "reward": 1}`, id)
	same(t, "their reflection", "theirs", got["reflection"].(string))
	same(t, "our reward", 1.0, got["reward"].(float64))

	faster()
	_, err := w.call(t, update, `{"episode_id": %q, "reward": 0, "expected_updated_at": %q}`, id, got["updated_at"])
	if fault.CodeOf(err) != fault.Conflict {
		t.Errorf("error = %v", err)
	}

	// Another conflict is final, such as that of a workspace that was moved away.
	w.store.replace = func(ctx context.Context, _ graph.Episode, _ graph.Time) error {
		return graph.Residence{State: graph.Gone, Place: "elsewhere"}.Admit(ctx, by.Workspace)
	}
	w.fails(t, fault.Conflict, "Workspace w was moved to elsewhere; use it there",
		update, `{"episode_id": %q, "reward": 0.5}`, id)

	// If every attempt loses, cancelling the call ends it.
	ctx, cancel := context.WithCancel(t.Context())
	attempts := 0
	w.store.replace = func(context.Context, graph.Episode, graph.Time) error {
		if attempts++; attempts == 3 {
			cancel()
		}
		return graph.Stale(id, 1)
	}
	_, err = w.UpdateEpisode(ctx, by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(id), Reward: new(float64)})
	if err == nil || attempts != 3 {
		t.Errorf("%d attempts, %v", attempts, err)
	}
}

// TestUpdatedAtGrows checks that two changes within a microsecond, or after the clock was set back, give two
// states.
func TestUpdatedAtGrows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "q")
	before := w.ok(t, "get_episode", `{"episode_id": %q}`, id)["updated_at"].(string)
	w.now = w.now.AddDate(-1, 0, 0)
	after := w.ok(t, update, `{"episode_id": %q, "reward": 1}`, id)["updated_at"].(string)
	if want := strings.Replace(before, "000000+", "000001+", 1); after != want {
		t.Errorf("updated_at = %s, want %s", after, want)
	}
}

func TestDeleteEpisode(t *testing.T) {
	t.Parallel()
	w, ids, _ := newPair(t, graph.Causes, 1)
	w.relate(t, ids[1], ids[0], graph.Refines, 1)
	got, err := w.call(t, "delete_episode", `{"episode_id": %q}`, ids[0])
	if want := `{"success":true,"deleted_relationships":2,"message":"Episode deleted successfully"}`; err != nil || got != want {
		t.Errorf("got %s, %v", got, err)
	}
	w.touched(t, ids[0])
	w.fails(t, fault.NotFound, "Episode not found: "+string(ids[0]), "delete_episode", `{"episode_id": %q}`, ids[0])
	w.fails(t, fault.NotFound, "Episode not found: "+string(ids[0]), "get_episode", `{"episode_id": %q}`, ids[0])
	left := w.ok(t, "get_episode_relationships", `{"episode_id": %q}`, ids[1])
	same(t, "what is left", 0.0, left["count"].(float64))
}
