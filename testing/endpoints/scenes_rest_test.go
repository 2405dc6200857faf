package endpoints_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/testing/kit/expect"
)

// TestSceneRoutesWithoutTool checks the operations without a tool: to create a project with a welcome
// scene, and to compile a scene.
func TestSceneRoutesWithoutTool(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	post := func(body string) reply {
		t.Helper()
		return s.send(t, token, http.MethodPost, "/api/v1/projects", body)
	}
	made := post(`{"projectId":"` + projectName + `"}`)
	id := textAt(made.ok(t), "scenes", 0, "sceneId")
	if want := "/api/v1/projects/" + url.PathEscape(projectName) + "/scenes"; made.status != http.StatusCreated || made.header.Get("Location") != want {
		t.Errorf("%d, at %s, want %s", made.status, made.header.Get("Location"), want)
	}
	post(`{"projectId":"`+projectName+`"}`).refused(t, http.StatusConflict, fault.AlreadyExists, "choose another name")
	for _, name := range []string{"", " ", "\\t", strings.Repeat("x", 129)} {
		post(`{"projectId":"`+name+`"}`).refused(t, http.StatusBadRequest, fault.InvalidArgument, "projectId")
	}
	post(`{}`).refused(t, http.StatusBadRequest, fault.InvalidArgument, "projectId is required")
	preview := made.header.Get("Location") + "/" + id + "/preview"
	got := s.send(t, token, http.MethodGet, preview, "")
	script, _ := got.ok(t)["script"].(string)
	if got.header.Get("Content-Type") != "application/json" || !strings.Contains(script, "PlotlineScene") ||
		textAt(object(t, got.body), "fps") != "30" || textAt(object(t, got.body), "duration") != "150" {
		t.Errorf("%v %s", got.header, got.body)
	}
	for target, want := range map[string]fault.Code{
		preview + "?version=1": "", preview + "?version=2": fault.NotFound, preview + "?version=0": fault.InvalidArgument,
		preview + "?version=x": fault.InvalidArgument, preview + "?code=1": fault.InvalidArgument,
		strings.Replace(preview, id, "nobody", 1): fault.NotFound, "/api/v1/projects/none/scenes/" + id + "/preview": fault.NotFound,
	} {
		switch got := s.send(t, token, http.MethodGet, target, ""); {
		case want == "":
			got.ok(t)
		case got.status != statusOf[want] || got.problem(t).Code != want:
			t.Errorf("%s: %d %s, want %s", target, got.status, got.body, want)
		}
	}
}

// TestEscapedProjectName checks that a project's name may be escaped more than necessary. Escaped less,
// it is a different address.
func TestEscapedProjectName(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	for name, spelled := range map[string][]string{
		"launch":   {"launch", "%6Caunch", "%6caunc%68"},
		"my film":  {"my%20film"},
		"a/b":      {"a%2Fb", "a%2fb"},
		"...":      {"...", "%2e%2e.", ".%2E."},
		"v1.2":     {"v1.2", "v1%2E2"},
		"50%":      {"50%25"},
		"a+b":      {"a+b", "a%2Bb"},
		"%2e":      {"%252e"},
		"日本":       {"%E6%97%A5%E6%9C%AC"},
		"batch;x":  {"batch;x", "batch%3Bx"},
		"{x}:y*":   {"%7Bx%7D:y*", "%7bx%7d%3ay%2a"},
		"?version": {"%3Fversion"},
	} {
		s.send(t, token, http.MethodPost, "/api/v1/projects", `{"projectId":`+string(expect.JSON(t, name))+`}`).ok(t)
		for _, spelling := range spelled {
			got := s.at(t, token, http.MethodGet, "/api/v1/projects/"+spelling+"/scenes")
			if scenes, _ := got.ok(t)["scenes"].([]any); len(scenes) != 1 {
				t.Errorf("%q as %s has %s", name, spelling, got.body)
			}
		}
	}
	for target, status := range map[string]int{
		"/api/v1/projects/a/b/scenes": 404, "/api/v1/projects//scenes": 400, "/api/v1/projects/%ff/scenes": 400,
		"/api/v1/projects/launch/scenes/": 404, "/api/v1/projects/launch": 405, "/api/v1/projects/": 404,
		"/api/v1/projects/launch/order": 405, "/api/v1/projects/launch/scenes/from-image": 404,
	} {
		if got := s.at(t, token, http.MethodGet, target); got.status != status {
			t.Errorf("%s: %d %s, want %d", target, got.status, got.body, status)
		}
	}
}

// TestScenesWithoutModel checks that both APIs then say what to configure.
func TestScenesWithoutModel(t *testing.T) {
	t.Parallel()
	s := shared(t)
	token, operations := s.admin(t), s.operations(t)
	args := json.RawMessage(`{"projectId":"p","userPrompt":"A title"}`)
	_, byREST := s.call(t, token, operations["addScene"], args)
	_, byMCP := s.tool(t, token, "addScene", args)
	for api, err := range map[string]*fault.Error{"REST": byREST, "MCP": byMCP} {
		if codeOf(err) != fault.Unavailable || !strings.Contains(err.Details, "PLOTLINE_AI_BASE_URL") || err.Heading == "" {
			t.Errorf("%s: %v", api, err)
		}
	}
	if got := s.send(t, token, http.MethodGet, "/api/v1/projects", ""); strings.TrimSpace(string(got.body)) != `{"projects":[]}` {
		t.Errorf("%s", got.body)
	}
}
