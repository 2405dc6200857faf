package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// sampled is the report of clients/sample.mjs on a call whose tool uses the client's model.
type sampled struct {
	Negotiated string   `json:"negotiated"`
	Error      string   `json:"error"`
	Asked      []asked  `json:"asked"`
	Cancelled  int      `json:"cancelled"`
	Progress   []string `json:"progress"`
	answer
}

// asked is a request to the client's model.
type asked struct {
	System    string `json:"systemPrompt"`
	MaxTokens int    `json:"maxTokens"`
	Messages  []struct {
		Role    string            `json:"role"`
		Content map[string]string `json:"content"`
	} `json:"messages"`
}

// sample calls a tool from a client that offers a model with fixed answers: see clients/sample.mjs.
func (c official) sample(t *testing.T, transport map[string]any, tool string, arguments map[string]any, answers ...any) (got sampled) {
	t.Helper()
	ended := runNode(t, expect.JSON(t, map[string]any{
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

// TestSamplingWithOfficialClients checks that the test fixtures' tool can use the model of each official
// client through the whole HTTP server.
func TestSamplingWithOfficialClients(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	installed.Node(t) // before anything is built
	dir := t.TempDir()
	flags, err := serving.Fixtures(dir)
	if err != nil {
		t.Fatal(err)
	}
	program, err := serving.Build(t.Context(), dir, flags...)
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

// TestScenesWithClientsModel checks that, without an endpoint, the model of each official client writes
// the scene. A scene that does not compile is returned to it. It covers stdio and HTTP.
func TestScenesWithClientsModel(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	installed.Node(t)
	server := serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", t.TempDir(), "--toolsets", "all")
	for _, c := range officials() {
		for over, transport := range map[string]map[string]any{
			"stdio": {"command": binary, "args": []string{"mcp", "--store", "embedded", "--data-dir", t.TempDir(), "--toolsets", "all"}},
			"http":  {"url": server.URL + "/mcp"},
		} {
			t.Run(c.name+" by "+over, func(t *testing.T) {
				t.Parallel()
				project := strings.ReplaceAll(t.Name(), "/", " ")
				add := map[string]any{"projectId": project, "userPrompt": "A title", "visionAnalysis": map[string]any{"mood": "calm"}}
				made := c.sample(t, transport, "addScene", add, aiserver.BrokenScene, "Sorry.", aiserver.GoodScene)
				if made.Error != "" || made.Result.IsError || !strings.Contains(made.text(), `"sceneName":"Scene 1"`) {
					t.Fatalf("addScene: %+v", made)
				}
				if len(made.Asked) != 3 || !strings.Contains(made.Asked[0].System, "exactly one default export") || made.Asked[0].MaxTokens == 0 {
					t.Fatalf("the model was asked %+v", made.Asked)
				}
				if first := texts(made.Asked[0]); !strings.Contains(first, "A title") || !strings.Contains(first, `{"mood":"calm"}`) {
					t.Errorf("first it was asked %q", first)
				}
				if last := texts(made.Asked[2]); !strings.Contains(last, "There is no TSX code") || !strings.Contains(last, "does not compile") {
					t.Errorf("at last it was asked %q", last)
				}
				declined := c.sample(t, transport, "addScene", add, "decline")
				if !declined.Result.IsError && declined.Error == "" {
					t.Errorf("declined: %+v", declined)
				}
				fix := map[string]any{"projectId": project, "sceneId": made.sceneID(t), "sceneName": "x", "brokenCode": aiserver.BrokenTSX, "errorMessage": "x"}
				safe := c.sample(t, transport, "fixBrokenScene", fix, "Sorry.")
				if safe.Result.IsError || !strings.Contains(safe.text(), "safe one that keeps its quoted texts") || len(safe.Asked) != 4 {
					t.Errorf("fixBrokenScene: %+v", safe)
				}
				picture := "data:image/png;base64,iVBORw0KGgo="
				seen := c.sample(t, transport, "analyzeImage", map[string]any{"imageUrls": []string{picture}}, aiserver.Analysis())
				if !strings.Contains(seen.text(), "A red circle") || !strings.Contains(fmt.Sprint(seen.Asked), "image/png") {
					t.Errorf("analyzeImage: %+v", seen)
				}
				list := c.sample(t, transport, "listScenes", map[string]any{"projectId": project})
				if strings.Count(list.text(), `"sceneId"`) != 1 {
					t.Errorf("the project holds %s", list.text())
				}
			})
		}
	}
}

// sceneID returns the id of the scene that a call made.
func (s sampled) sceneID(t *testing.T) string {
	t.Helper()
	var made struct{ SceneID string }
	if err := json.Unmarshal([]byte(s.text()), &made); err != nil || made.SceneID == "" {
		t.Fatalf("%v in %s", err, s.text())
	}
	return made.SceneID
}

// texts joins the texts of a request.
func texts(q asked) string {
	var all strings.Builder
	for _, m := range q.Messages {
		all.WriteString(m.Content["text"] + "\n")
	}
	return all.String()
}
