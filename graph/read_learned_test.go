package graph_test

import (
	"strings"
	"testing"

	"plotline/internal/fault"
)

// TestReadLearned reads what was learned in several episodes by one call, without the rest of long texts.
func TestReadLearned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const read = "read_learned"
	w.ok(t, "create_episode", `{"query": "a", "reward": 0, "reflection": "%s"}`, strings.Repeat("é", 500))
	w.ok(t, "create_episode", `{"query": "b", "reward": 0}`)
	same(t, "nothing", answer{"episodes": []any{map[string]any{"id": 2.0, "learned": ""}}}, w.ok(t, read, `{"episode_ids": [2]}`))
	w.fails(t, fault.NotFound, "Episode not found: #3", read, `{"episode_ids": [2, 3]}`)
	same(t, "the beginning", answer{"episodes": []any{map[string]any{"id": 1.0, "learned": strings.Repeat("é", 400)}}},
		w.ok(t, read, `{"episode_ids": ["#1", 1]}`))
	w.fails(t, fault.InvalidArgument, "episode_ids must have between 1 and 100 items", read, `{"episode_ids": []}`)
}
