package e2e_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/tier"
)

// step is one request of a job: see clients/drive.mjs.
type step struct {
	Call      string            `json:"call,omitempty"`
	Arguments map[string]any    `json:"arguments,omitempty"`
	Save      map[string]string `json:"save,omitempty"`
	Read      string            `json:"read,omitempty"`
	Prompt    string            `json:"prompt,omitempty"`

	Progress   bool `json:"progress,omitempty"`
	AbortAfter int  `json:"abortAfter,omitempty"` // milliseconds
	EndSession bool `json:"endSession,omitempty"`

	wantError string // code of the expected error
	want      string // a part of the reply's text
}

// answer is a client's result of a step.
type answer struct {
	Error  string `json:"error"`
	Result struct {
		IsError           bool                       `json:"isError"`
		StructuredContent map[string]json.RawMessage `json:"structuredContent"`
		Content           []struct {
			Text string `json:"text"`
		} `json:"content"`
		Contents []struct {
			Text string `json:"text"`
		} `json:"contents"`
		Messages []struct {
			Content struct {
				Text string `json:"text"`
			} `json:"content"`
		} `json:"messages"`
		Progress []float64 `json:"progress"`
	} `json:"result"`
}

func (a answer) text() string {
	var b strings.Builder
	for _, c := range a.Result.Content {
		b.WriteString(c.Text)
	}
	for _, c := range a.Result.Contents {
		b.WriteString(c.Text)
	}
	for _, m := range a.Result.Messages {
		b.WriteString(m.Content.Text)
	}
	return b.String()
}

// everyTool calls every tool once, with some errors between.
func everyTool() []step {
	type object = map[string]any
	return []step{
		{Call: "create_episode", Arguments: object{"query": "Plan <b>the</b> & \"build\" 🎬", "reward": 0.5, "tags": []string{"plan"}, "metadata": object{"n": 1}}, Save: map[string]string{"plan": "episode_id"}, want: "Episode created successfully"},
		{Call: "create_episodes", Arguments: object{
			"episodes":      []object{{"query": "Build it", "reward": "1"}, {"query": "It broke", "reward": -1}},
			"relationships": []object{{"from": "${plan}", "to": "#0", "relationship_type": "follows"}, {"from": "#0", "to": "#1", "relationship_type": "causes", "strength": 0.8}},
		}, Save: map[string]string{"built": "episodes.0.episode_id", "broke": "episodes.1.episode_id"}, want: `"count":2`},
		{Call: "add_episode_relationship", Arguments: object{"from_episode_id": "${built}", "to_episode_id": "${broke}", "relationship_type": "follows"}, Save: map[string]string{"rel": "relationship_id"}, want: "Relationship added successfully"},
		{Call: "add_episode_relationship", Arguments: object{"from_episode_id": "${built}", "to_episode_id": "${broke}", "relationship_type": "follows"}, wantError: "already_exists"},
		{Call: "add_episode_relationship", Arguments: object{"from_episode_id": "${broke}", "to_episode_id": "${plan}", "relationship_type": "follows"}, wantError: "cycle"},
		{Call: "add_episode_relationships", Arguments: object{"relationships": []object{{"from_episode_id": "${broke}", "to_episode_id": "${plan}", "relationship_type": "contradicts", "strength": 0.4}}}, want: `"count":1`},
		{Call: "update_episode_relationship", Arguments: object{"relationship_id": "${rel}", "strength": 0.25}, want: `"strength":0.25`},
		{Call: "get_episode_relationships", Arguments: object{"episode_id": "${built}"}, want: `"count":3`},
		{Call: "find_related_episodes", Arguments: object{"episode_id": "${plan}", "min_strength": 0.1}, want: `"distance":1`},
		{Call: "explain_connection", Arguments: object{"from": "${plan}", "to": "${broke}"}, want: `"connected":true`},
		{Call: "check_relationship_exists", Arguments: object{"from_episode_id": "${built}", "to_episode_id": "${broke}"}, want: `"exists":true`},
		{Call: "get_dependency_graph", Arguments: object{"format": "graphviz"}, want: "digraph {"},
		{Call: "get_dependency_graph", Arguments: object{"format": "mermaid"}, want: "graph TD"},
		{Call: "get_dependency_graph", Arguments: object{}, want: `"total_nodes":3`},
		{Call: "validate_no_cycles", Arguments: object{"from_episode_id": "${plan}", "to_episode_id": "${broke}", "relationship_type": "follows"}, want: `"cycle_path":null`},
		{Call: "get_topological_order", Arguments: object{}, want: `"has_cycles":false`},
		{Call: "list_episodes", Arguments: object{"limit": 2}, want: `"status":"success"}`},
		{Call: "list_episodes", Arguments: object{"limit": 101}, wantError: "invalid_argument"},
		{Call: "get_episode", Arguments: object{"episode_id": "${plan}"}, want: "🎬"},
		{Call: "update_episode", Arguments: object{"episode_id": "${plan}", "reflection": "Plan longer."}, want: "Plan longer."},
		{Call: "search_episodes", Arguments: object{"query": "LONGER plan"}, want: `"count":1`},
		{Read: "plotline://episodes/${plan}", want: "Plan longer."},
		{Read: "plotline://graph/${plan}", want: "graph TD"},
		{Prompt: "recall_before_acting", Arguments: object{"task": "build it"}, want: "build it"},
		{Call: "remove_episode_relationship", Arguments: object{"relationship_id": "${rel}"}, want: "Relationship removed successfully"},
		{Call: "remove_episode_relationship", Arguments: object{"relationship_id": "${rel}"}, wantError: "not_found"},
		{Call: "delete_episode", Arguments: object{"episode_id": "${broke}"}, want: `"deleted_relationships":2`},
	}
}

// TestTypeScriptSDK calls the program from the official clients, which check every result against the
// published output schema.
func TestTypeScriptSDK(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	onAllStores(t, func(t *testing.T, where store, c official) {
		t.Helper()
		args, env := where.open(t)
		steps := everyTool()
		got := c.drive(t, map[string]any{
			"command": binary, "args": append([]string{"mcp", "--toolsets", "all"}, args...), "env": envMap(env),
		}, steps)
		got.checkTools(t, offeredByAll)
		for i, a := range got.Answers {
			steps[i].check(t, a)
		}
	})
}

func (s step) check(t *testing.T, a answer) {
	t.Helper()
	name := s.Call + s.Read + s.Prompt
	if a.Error != "" {
		t.Errorf("%s: %s", name, a.Error)
		return
	}
	if s.wantError == "" {
		if a.Result.IsError || !strings.Contains(a.text(), s.want) {
			t.Errorf("%s answered %s, which lacks %s", name, a.text(), s.want)
		}
		return
	}
	var failure struct{ Error, Details, Tool, Code string }
	if err := json.Unmarshal([]byte(a.text()), &failure); err != nil || !a.Result.IsError || a.Result.StructuredContent != nil {
		t.Errorf("%s: no well-formed error: %s, %v", name, a.text(), err)
	}
	if failure.Code != s.wantError || failure.Tool != s.Call || failure.Error == "" || failure.Details == "" {
		t.Errorf("%s: error %+v, want code %s", name, failure, s.wantError)
	}
}

// TestEveryTool sends the calls of TestTypeScriptSDK as plain messages, without Node.
func TestEveryTool(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		s := serve(t, env, args...)
		saved := map[string]string{}
		for _, step := range everyTool() {
			step.check(t, s.take(step, saved))
		}
	})
}

// take performs a step. "${name}" stands for a value that an earlier step saved.
func (s *server) take(st step, saved map[string]string) answer {
	s.t.Helper()
	filled := func(text string) string { return os.Expand(text, func(name string) string { return saved[name] }) }
	method, params := "tools/call", map[string]any{
		"name": st.Call + st.Prompt, "arguments": json.RawMessage(filled(string(expect.JSON(s.t, st.Arguments)))),
	}
	switch {
	case st.Read != "":
		method, params = "resources/read", map[string]any{"uri": filled(st.Read)}
	case st.Prompt != "":
		method = "prompts/get"
	}
	_, pending := s.begin(method, params)
	m := s.receive(pending)
	got := answer{Error: string(m.Error)}
	if m.Error == nil {
		if err := json.Unmarshal(m.Result, &got.Result); err != nil {
			s.t.Fatalf("%v in %s", err, m.Result)
		}
	}
	for name, path := range st.Save {
		saved[name] = expect.TextAt(s.t, expect.JSON(s.t, got.Result.StructuredContent), path)
	}
	return got
}
