package tools_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"golang.org/x/text/language"

	"plotline/tools"
)

func TestPromptsAreListed(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	checkLists(t, []listTest{
		{"all", all, []string{"recall_before_acting(task!)", "record_after_acting(task!,outcome)", "review_plan(task_id)"}},
		{"read-only", tools.ReadOnly(all), []string{"recall_before_acting(task!)", "review_plan(task_id)"}},
		{"the graph's", tools.In(all, tools.Episodes, tools.Relationships), []string{"recall_before_acting(task!)", "record_after_acting(task!,outcome)"}},
		{"the plans'", tools.In(all, tools.Plans), []string{"review_plan(task_id)"}},
		{"none", nil, []string{}},
	}, func(c *client.Client) []string {
		result, err := c.ListPrompts(t.Context(), mcp.ListPromptsRequest{})
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
		return got
	})
}

func TestPrompts(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(allTools(t)...))
	for _, test := range []struct {
		prompt     string
		args       map[string]string
		has, lacks []string
	}{
		{"recall_before_acting", map[string]string{"task": " mend {outcome} "}, []string{"\n\nmend {outcome}\n\n", "Call recall"}, []string{"{task}"}},
		{"record_after_acting", map[string]string{"task": "mend"}, []string{"\n\nmend\n\nRecord", "create_episode"}, []string{"How it went:", "{outcome}"}},
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
		{tools.ReadOnly(all), "call recall", "create_episode"},
		{tools.In(all, tools.Episodes), "create_episode", "add_episode_relationship"},
		{all, "Media files: propose changes, never rename files yourself. Call proposeRecognizePlan", "{"},
		{tools.In(all, tools.Plans), "proposeRecognizePlan", "create_episode"},
		{tools.In(all, tools.Episodes, tools.Relationships, tools.Media), "create_episode", "proposeRecognizePlan"},
		{tools.ReadOnly(all), "call recall", "proposeRecognizePlan"}, // proposing is not offered
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

// TestRecallIsPreferred checks that the tool recall replaces searches in prompts and instructions.
func TestRecallIsPreferred(t *testing.T) {
	t.Parallel()
	var without []tools.Tool
	for _, tool := range allTools(t) {
		if tool.Name != "recall" {
			without = append(without, tool)
		}
	}
	recall := fake("recall", func(context.Context, none) (none, error) { return none{}, nil })
	for _, test := range []struct {
		name       string
		list       []tools.Tool
		has, lacks []string
	}{
		{"with recall", append(slices.Clone(without), recall), []string{"call recall"}, []string{"search_episodes"}},
		{"without", without, []string{"call search_episodes", "Call search_episodes"}, []string{"call recall", "Call recall"}},
	} {
		s := newServer(test.list...)
		var began struct {
			Instructions string `json:"instructions"`
		}
		if err := json.Unmarshal(answer(t, s, hello).Result, &began); err != nil {
			t.Fatal(err)
		}
		var req mcp.GetPromptRequest
		req.Params.Name, req.Params.Arguments = "recall_before_acting", map[string]string{"task": "mend it"}
		prompt, err := connect(t, s).GetPrompt(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		block, _ := mcp.AsTextContent(prompt.Messages[0].Content)
		text := began.Instructions + "\n" + block.Text
		for _, part := range append(test.has, "Recall before you act", "when something fails", "asked about the past", "even a failed one", "mend it") {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q in\n%s", test.name, part, text)
			}
		}
		for _, part := range test.lacks {
			if strings.Contains(text, part) {
				t.Errorf("%s: %q in\n%s", test.name, part, text)
			}
		}
	}
}

// TestInstructionsOfRecorded checks that an agent whose work is recorded is not told to record every attempt, too.
func TestInstructionsOfRecorded(t *testing.T) {
	t.Parallel()
	for isRecorded, text := range map[bool]string{true: "Finished tasks are recorded without you", false: "Record every attempt"} {
		cfg := config(allTools(t)...)
		cfg.Recorded = isRecorded
		got := string(answer(t, tools.New(cfg), hello).Result)
		if !strings.Contains(got, text) || strings.Contains(got, "Finished tasks") == strings.Contains(got, "Record every attempt") {
			t.Errorf("recorded: %v: %s", isRecorded, got)
		}
	}
}

// TestInstructionsAreShort limits the instructions, because a model reads them in every conversation.
func TestInstructionsAreShort(t *testing.T) {
	t.Parallel()
	const most = 3 << 9
	for _, locale := range []language.Tag{language.English, language.German, language.SimplifiedChinese} {
		for name, list := range map[string][]tools.Tool{
			"default": tools.In(allTools(t), tools.Auto(tools.Configured{})...), "all": allTools(t),
		} {
			cfg := config(list...)
			cfg.Locale = locale
			var got struct {
				Instructions string `json:"instructions"`
			}
			if err := json.Unmarshal(answer(t, tools.New(cfg), hello).Result, &got); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, %s: %d bytes", locale, name, len(got.Instructions))
			if locale == language.English && len(got.Instructions) > most {
				t.Errorf("%s: %d bytes, want at most %d:\n%s", name, len(got.Instructions), most, got.Instructions)
			}
		}
	}
}
