package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"plotline/testing/installed"
	"plotline/testing/serving"
)

// sampled is what clients/sample.mjs tells of a call whose tool asks the client's model.
type sampled struct {
	Negotiated string   `json:"negotiated"`
	Error      string   `json:"error"`
	Asked      []asked  `json:"asked"`
	Cancelled  int      `json:"cancelled"`
	Progress   []string `json:"progress"`
	answer
}

// asked is a question to the client's model.
type asked struct {
	System    string `json:"systemPrompt"`
	MaxTokens int    `json:"maxTokens"`
	Messages  []struct {
		Role    string            `json:"role"`
		Content map[string]string `json:"content"`
	} `json:"messages"`
}

// sample has a client call a tool and lend it a model that says the answers: see clients/sample.mjs.
func (c official) sample(t *testing.T, transport map[string]any, tool string, arguments map[string]any, answers ...any) (got sampled) {
	t.Helper()
	ended := runNode(t, encode(t, map[string]any{
		"client": c.client, "auto": c.auto, "transport": transport, "tool": tool, "arguments": arguments, "answers": answers,
	}), "sample.mjs")
	if err := json.Unmarshal([]byte(must(t, ended)), &got); err != nil {
		t.Fatalf("%v in %s", err, ended.Out)
	}
	if c.negotiated != "" && got.Negotiated != c.negotiated {
		t.Errorf("negotiated %q, want %q", got.Negotiated, c.negotiated)
	}
	return got
}

// TestSamplingByTheSDK: the fixtures' tool asks the model of each official client, through everything that
// stands in front of the door.
func TestSamplingByTheSDK(t *testing.T) {
	t.Parallel()
	installed.Node(t) // before anything is built
	program, err := serving.Build(t.Context(), t.TempDir(), "-tags", "conformance")
	if err != nil {
		t.Fatal(err)
	}
	server := serving.Start(t, program, nil, "--store", "embedded", "--data-dir", t.TempDir())
	transport := map[string]any{"url": server.URL + "/mcp"}
	for _, c := range officials() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := c.sample(t, transport, "test_sampling", map[string]any{"prompt": "How many?"}, "Forty-two")
			if got.Result.IsError || got.text() != "LLM response: Forty-two" {
				t.Errorf("got %+v", got)
			}
			if len(got.Asked) != 1 || got.Asked[0].MaxTokens != 100 || got.Asked[0].Messages[0].Content["text"] != "How many?" {
				t.Errorf("the model was asked %+v", got.Asked)
			}
			refused := c.sample(t, transport, "test_sampling", map[string]any{"prompt": "How many?"}, "decline")
			if refused.Error == "" || strings.Contains(refused.text(), "LLM response") || len(refused.Asked) != 1 {
				t.Errorf("declined: %+v", refused)
			}
		})
	}
}
