package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/tools"
)

func TestPromptsAreListed(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	for _, test := range []struct {
		name string
		list []tools.Tool
		want []string
	}{
		{"all", all, []string{"recall_before_acting(task!)", "record_after_acting(task!,outcome)", "review_plan(task_id)"}},
		{"read-only", tools.ReadOnly(all), []string{"recall_before_acting(task!)", "review_plan(task_id)"}},
		{"the graph's", tools.In(all, tools.Episodes, tools.Relationships), []string{"recall_before_acting(task!)", "record_after_acting(task!,outcome)"}},
		{"the plans'", tools.In(all, tools.Plans), []string{"review_plan(task_id)"}},
		{"none", nil, []string{}},
	} {
		result, err := connect(t, newServer(test.list...)).ListPrompts(t.Context(), mcp.ListPromptsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		got := make([]string, 0, len(result.Prompts))
		for _, p := range result.Prompts {
			checkShown(t, p.Name, p.Title, p.Description)
			args := make([]string, 0, len(p.Arguments))
			for _, arg := range p.Arguments {
				checkShown(t, p.Name, arg.Description)
				args = append(args, arg.Name+map[bool]string{true: "!"}[arg.Required])
			}
			got = append(got, p.Name+"("+strings.Join(args, ",")+")")
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestPrompts(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(allTools(t)...))
	for _, test := range []struct {
		prompt     string
		args       map[string]string
		has, lacks []string
	}{
		{"recall_before_acting", map[string]string{"task": " mend {outcome} "}, []string{"\n\nmend {outcome}\n\n", "search_episodes"}, []string{"{task}"}},
		{"record_after_acting", map[string]string{"task": "mend"}, []string{"\n\nmend\n\nWrite", "create_episode"}, []string{"How it went:", "{outcome}"}},
		{"record_after_acting", map[string]string{"task": "{outcome}", "outcome": "leaks"}, []string{"\n\n{outcome}\n\n", "How it went: leaks\n"}, []string{"{task}"}},
		{"review_plan", map[string]string{"task_id": " 7c1f "}, []string{"\n\nThe plan: 7c1f\n\n1. Call get-plan", "You cannot decide yourself"}, []string{"{task_id}"}},
		{"review_plan", nil, []string{"Plotline's page.\n\n1. Call get-plan", "list-pending-plans"}, []string{"The plan:", "{task_id}"}},
	} {
		var req mcp.GetPromptRequest
		req.Params.Name, req.Params.Arguments = test.prompt, test.args
		result, err := c.GetPrompt(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Messages) != 1 || result.Messages[0].Role != mcp.RoleUser || result.Description == "" {
			t.Fatalf("got %+v", result)
		}
		block, _ := mcp.AsTextContent(result.Messages[0].Content)
		for _, part := range test.has {
			if !strings.Contains(block.Text, part) {
				t.Errorf("%s: no %q in:\n%s", test.prompt, part, block.Text)
			}
		}
		for _, part := range test.lacks {
			if strings.Contains(block.Text, part) {
				t.Errorf("%s: %q in:\n%s", test.prompt, part, block.Text)
			}
		}
	}
}

func TestPromptArgumentsAreEnforced(t *testing.T) {
	t.Parallel()
	s := newServer(allTools(t)...)
	for params, want := range map[string]string{
		`{"name":"recall_before_acting"}`:                                      "prompt 'recall_before_acting' without its required argument 'task' not found: prompt not found",
		`{"name":"record_after_acting","arguments":{"task":" "}}`:              "prompt 'record_after_acting' without its required argument 'task' not found: prompt not found",
		`{"name":"recall_before_acting","arguments":{"task":"x","depth":"2"}}`: "prompt 'recall_before_acting' with an argument 'depth' besides task' not found: prompt not found",
		`{"name":"review_plan","arguments":{"plan":"x"}}`:                      "prompt 'review_plan' with an argument 'plan' besides task_id' not found: prompt not found",
		`{"name":"nope"}`: "prompt 'nope' not found: prompt not found",
	} {
		got := answer(t, s, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":`+params+`}`)
		if got.Error.Code != -32602 || got.Error.Message != want {
			t.Errorf("%s\n got %+v\nwant %s", params, got.Error, want)
		}
	}
}

func TestInstructionsFollowTheTools(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	for _, test := range []struct {
		list       []tools.Tool
		has, lacks string
	}{
		{all, "create_episode", "{"},
		{tools.ReadOnly(all), "search_episodes", "create_episode"},
		{tools.In(all, tools.Episodes), "create_episode", "add_episode_relationship"},
		{all, "Media files: propose, never rename by yourself. proposeRecognizePlan", "{"},
		{tools.In(all, tools.Plans), "proposeRecognizePlan", "create_episode"},
		{tools.In(all, tools.Episodes, tools.Relationships, tools.Media), "create_episode", "proposeRecognizePlan"},
		{tools.ReadOnly(all), "search_episodes", "proposeRecognizePlan"}, // it could not propose
	} {
		var got struct {
			Instructions string `json:"instructions"`
		}
		if err := json.Unmarshal(answer(t, newServer(test.list...), hello).Result, &got); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got.Instructions, test.has) || strings.Contains(got.Instructions, test.lacks) {
			t.Errorf("want %q and not %q in %s", test.has, test.lacks, got.Instructions)
		}
	}
}
