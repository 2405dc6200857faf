package tools_test

import (
	"encoding/json"
	"testing"

	"plotline/graph/graphtest"
	"plotline/tools"
)

// TestCreateNamesSimilar checks over the protocol that create_episode names an earlier episode about the same, and
// create_episodes none.
func TestCreateNamesSimilar(t *testing.T) {
	t.Parallel()
	c := connect(t, tools.New(config(tools.All(deps(t, graphtest.NewModel()))...)))
	const task = "The nightly backup of the orders database is empty"
	similar := func(tool, args string) int {
		t.Helper()
		var out struct{ Similar []struct{ ID int } }
		result := call(t, c, tool, args)
		if err := json.Unmarshal(result.RawStructuredContent, &out); err != nil || result.IsError {
			t.Fatalf("%s: %v, %s", tool, err, text(t, result))
		}
		return len(out.Similar)
	}
	for _, step := range []struct {
		tool, args string
		want       int
	}{
		{"create_episode", `{"query": "` + task + `"}`, 0},
		{"create_episode", `{"query": "Write release notes"}`, 0},
		{"create_episode", `{"query": "Again: ` + task + `", "idempotency_key": "k"}`, 1},
		{"create_episode", `{"query": "Again: ` + task + `", "idempotency_key": "k"}`, 0},
		{"create_episodes", `{"episodes": [{"query": "` + task + `"}]}`, 0},
	} {
		if got := similar(step.tool, step.args); got != step.want {
			t.Errorf("%s %s: %d similar episodes, want %d", step.tool, step.args, got, step.want)
		}
	}
}
