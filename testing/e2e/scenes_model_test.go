package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/expect"
)

// asking are the tools that require a model.
var asking = []string{"addScene", "createSceneFromImage", "editScene", "editSceneWithImage", "analyzeImage"}

// TestScenesWithoutModel checks that the tools which need a model say what to set, and that the
// others work.
func TestScenesWithoutModel(t *testing.T) {
	t.Parallel()
	made := newStudio(t)
	id := made.add()
	second := made.add()
	_ = made.Close()
	s := serve(t, nil, "--store", "embedded", "--data-dir", made.data, "--toolsets", "all")
	for _, tool := range asking {
		args := valid()[tool]
		if args["sceneId"] != nil {
			args["sceneId"] = id
		}
		s.expectErrorText(tool, args, "unavailable", "PLOTLINE_AI_BASE_URL")
	}
	if got := s.call("changeDuration", object{"projectId": "p", "sceneId": id, "durationSeconds": 1}); got["newDurationFrames"] != 30.0 {
		t.Errorf("changeDuration: %v", got)
	}
	s.call("reorderScenes", object{"projectId": "p", "sceneIds": []string{second, id}})
	s.call("fixBrokenScene", object{"projectId": "p", "sceneId": id, "sceneName": "x", "brokenCode": "junk", "errorMessage": "x"})
	s.call("deleteScene", object{"projectId": "p", "sceneId": second})
	if rows := s.rows("p"); len(rows) != 1 || rows[0]["version"] != 3.0 {
		t.Errorf("the project holds %v", rows)
	}
}

// TestOpenAIVariables checks that OPENAI_BASE_URL and OPENAI_API_KEY are used unless Plotline's own
// variables are set.
func TestOpenAIVariables(t *testing.T) {
	t.Parallel()
	own, other := aiserver.New(t), aiserver.New(t)
	for name, tt := range map[string]struct {
		env   []string
		args  []string
		asked *aiserver.Server
		sends string
	}{
		"fallbacks":   {[]string{"OPENAI_BASE_URL=" + other.URL(), "OPENAI_API_KEY=of-openai"}, nil, other, "Bearer of-openai"},
		"both":        {[]string{"OPENAI_BASE_URL=" + other.URL(), "OPENAI_API_KEY=of-openai", "PLOTLINE_AI_BASE_URL=" + own.URL(), "PLOTLINE_AI_API_KEY=of-ours"}, nil, own, "Bearer of-ours"},
		"flag":        {[]string{"OPENAI_API_KEY=", "PLOTLINE_AI_BASE_URL=http://127.0.0.1:1/v1"}, []string{"--ai-base-url", own.URL()}, own, ""},
		"mixed":       {[]string{"OPENAI_API_KEY=of-openai", "PLOTLINE_AI_BASE_URL=" + own.URL()}, nil, own, "Bearer of-openai"},
		"model named": {[]string{"OPENAI_API_KEY=", "PLOTLINE_AI_BASE_URL=" + own.URL(), "PLOTLINE_AI_MODEL=special"}, nil, own, ""},
	} {
		before := len(tt.asked.Requests())
		data := t.TempDir()
		s := serve(t, tt.env, append(tt.args, "--store", "embedded", "--data-dir", data, "--log-level", "debug", "--audit-file", "-")...)
		s.add()
		requests := tt.asked.Requests()
		if len(requests) == before {
			t.Fatalf("%s: the endpoint was not asked", name)
		}
		last := requests[len(requests)-1]
		if got := last.Header.Get("Authorization"); got != tt.sends {
			t.Errorf("%s: the key is sent as %q", name, got)
		}
		if want := map[bool]string{true: "special", false: aiserver.ModelName}[name == "model named"]; last.Model != want {
			t.Errorf("%s: the model %q was asked, want %q", name, last.Model, want)
		}
		_ = s.Close()
		output := s.Log() + strings.Join(s.all, "\n") + everything(t, data)
		if strings.Contains(output, "of-openai") || strings.Contains(output, "of-ours") {
			t.Errorf("%s: the key is told or kept", name)
		}
	}
}

// everything returns the contents of all files in a folder.
func everything(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			all.Write(expect.ReadFile(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestBadAISettings checks that the program does not start and names the flag, but never a key or a
// password.
func TestBadAISettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		env, args []string
		says      string
	}{
		{nil, []string{"--ai-base-url", "nonsense"}, "--ai-base-url"},
		{nil, []string{"--ai-base-url", "ftp://127.0.0.1/v1"}, "--ai-base-url"},
		{nil, []string{"--ai-base-url", "http://"}, "--ai-base-url"},
		{nil, []string{"--ai-base-url", "http://me:hidden-word@127.0.0.1/v1"}, "--ai-base-url"},
		{[]string{"PLOTLINE_AI_BASE_URL=:nonsense"}, nil, "--ai-base-url"},
		{[]string{"OPENAI_BASE_URL=nonsense"}, nil, "--ai-base-url"},
		{nil, []string{"--ai-timeout", "0s"}, "--ai-timeout"},
		{nil, []string{"--ai-timeout=-1s"}, "--ai-timeout"},
		{nil, []string{"--ai-timeout", "soon"}, "--ai-timeout"},
		{[]string{"PLOTLINE_AI_TIMEOUT=2"}, nil, "--ai-timeout"},
		{[]string{"PLOTLINE_AI_BASE_URL=http://127.0.0.1:1/v1", "PLOTLINE_AI_API_KEY=hidden-word\nx"}, nil, "PLOTLINE_AI_API_KEY"},
	} {
		args := append([]string{"mcp", "--store", "embedded", "--data-dir", t.TempDir()}, tt.args...)
		ended := plotline(t, tt.env, args...)
		output := ended.Out + ended.Err
		if ended.Status == 0 || !strings.Contains(output, tt.says) || strings.Contains(output, "hidden-word") {
			t.Errorf("%v %q: status %d, it says %s", tt.args, tt.env, ended.Status, output)
		}
	}
	if ended := plotline(t, nil, "serve", "--listen", "127.0.0.1:0", "--data-dir", t.TempDir(), "--ai-base-url", "nonsense"); ended.Status == 0 || !strings.Contains(ended.Err, "--ai-base-url") {
		t.Errorf("serve: status %d, it says %s", ended.Status, ended.Err)
	}
}

// TestModelErrors checks that busy and failing endpoints are retried, that a rejected key is not, and the
// error messages.
func TestModelErrors(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	good := aiserver.Text(aiserver.GoodScene)
	busy, failing := aiserver.Busy("0"), aiserver.Fault(503, "down", "Retry-After", "0")
	for _, tt := range []struct {
		steps []aiserver.Step
		asked int
		says  string // "" on success
	}{
		{[]aiserver.Step{busy, busy, failing, good}, 4, ""},
		{[]aiserver.Step{busy, busy, busy, busy, good}, 4, "too many requests"},
		{[]aiserver.Step{failing, failing, failing, failing, good}, 4, "server error"},
		{[]aiserver.Step{aiserver.Fault(401, "bad key hidden-word"), good}, 1, "PLOTLINE_AI_API_KEY"},
		{[]aiserver.Step{aiserver.BrokenJSON(), good}, 1, "returned an invalid reply"},
		{[]aiserver.Step{aiserver.Nothing(), good}, 1, "answered nothing"},
	} {
		s.script(tt.steps...)
		before := len(s.asked())
		args := object{"projectId": "p", "userPrompt": "A title"}
		if tt.says == "" {
			s.call("addScene", args)
		} else {
			s.expectErrorText("addScene", args, "unavailable", tt.says)
		}
		if n := len(s.asked()) - before; n != tt.asked {
			t.Errorf("%q: the endpoint was asked %d times, want %d", tt.says, n, tt.asked)
		}
	}
	if strings.Contains(s.Log()+strings.Join(s.all, ""), "hidden-word") {
		t.Error("what the endpoint said is shown")
	}
}

// TestSceneWithoutChatResponse checks that the scene is stored without chatResponse.
func TestSceneWithoutChatResponse(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	scene := scripted()
	s.ai.Answer(func(asked aiserver.Request) aiserver.Step {
		if asked.JSON {
			return scene(asked)
		}
		return aiserver.Fault(400, "no")
	})
	got := s.call("addScene", object{"projectId": "p", "userPrompt": "A title"})
	if _, there := got["chatResponse"]; there || got["sceneName"] != "Scene 1" {
		t.Errorf("the answer is %v", got)
	}
}

// TestModelTimeLimit checks that a model which does not answer causes a timeout, and that its request ends.
func TestModelTimeLimit(t *testing.T) {
	t.Parallel()
	ai, data := aiserver.New(t), t.TempDir()
	hang, gone := aiserver.Hang()
	ai.Then(hang)
	s := serve(t, []string{"PLOTLINE_AI_BASE_URL=" + ai.URL()}, "--store", "embedded", "--data-dir", data, "--ai-timeout", "300ms")
	s.expectErrorText("addScene", object{"projectId": "p", "userPrompt": "A title"}, "timeout", "did not answer in time")
	aiserver.AwaitGone(t, gone)
}

// TestCancelStopsModelRequest checks that cancelling a call also cancels the request to the model and changes
// nothing.
func TestCancelStopsModelRequest(t *testing.T) {
	t.Parallel()
	hang, gone := aiserver.Hang()
	s := newStudio(t, hang)
	id, _ := s.begin("tools/call", object{"name": "addScene", "arguments": object{"projectId": "p", "userPrompt": "A title"}})
	s.ai.Await(t, 1)
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id))
	aiserver.AwaitGone(t, gone)
	if got := s.call("listProjects", object{})["projects"].([]any); len(got) != 0 {
		t.Errorf("there are the projects %v", got)
	}
}
