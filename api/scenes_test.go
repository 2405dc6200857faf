package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"plotline/api"
	"plotline/testing/kit/expect"
)

// studio is a server for tests of projects and scenes.
type studio struct {
	t *testing.T
	h http.Handler
}

// film is a project name that must be escaped in a path: it has spaces, slashes and dots.
const film = "../A film. Of/two parts?"

func projectPath(project string) string { return "/api/v1/projects/" + url.PathEscape(project) }

func newStudio(t *testing.T) studio {
	t.Helper()
	return studio{t, api.New(config(t)).Handler()}
}

// made sends a request that creates an object, and returns its location and the response.
func (s studio) made(target, body string) (location string, answer map[string]any) {
	s.t.Helper()
	w := ask(s.t, s.h, http.MethodPost, target, body)
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusCreated {
		s.t.Fatalf("%s: %d %s", target, w.Code, w.Body)
	}
	return w.Header().Get("Location"), answer
}

// get sends a GET request.
func (s studio) get(target string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	return ask(s.t, s.h, http.MethodGet, target, "", headers...)
}

const wish = `{"userPrompt":"A title that fades in"}`

// TestLocationOfScenes checks that the Location leads to the created object, whatever the project's name.
func TestLocationOfScenes(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	for _, project := range []string{"launch", film, "...", "%2e", "a/b", "100%", "日本", "a+b;c"} {
		list, _ := s.made("/api/v1/projects", `{"projectId":`+string(expect.JSON(t, project))+`}`)
		if want := projectPath(project) + "/scenes"; list != want {
			t.Errorf("%s is at %s, want %s", project, list, want)
		}
		if w := s.get(list); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"sceneName":"Welcome"`) {
			t.Errorf("%s: %d %s", list, w.Code, w.Body)
		}
		for target, body := range map[string]string{
			list: wish, list + "/from-image": `{"userPrompt":"Like this","imageUrls":["https://example.org/a.png"]}`,
		} {
			at, answer := s.made(target, body)
			id, _ := answer["sceneId"].(string)
			if want := list + "/" + id; at != want {
				t.Errorf("%s: the scene is at %s, want %s", target, at, want)
			}
			if w := s.get(at); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"sceneId":"`+id+`"`) {
				t.Errorf("%s: %d %s", at, w.Code, w.Body)
			}
		}
	}
}

// TestScenesHaveTags checks that a scene's tag holds until the scene changes. An older version changes only
// in that a newer one exists.
func TestScenesHaveTags(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	list, _ := s.made("/api/v1/projects", `{"projectId":`+string(expect.JSON(t, film))+`}`)
	scene, _ := s.made(list, wish)
	for _, target := range []string{"/api/v1/projects", list, scene, scene + "/preview"} {
		first := s.get(target)
		tag := first.Header().Get("ETag")
		if first.Code != http.StatusOK || tag == "" || first.Header().Get("Cache-Control") != "private, no-cache" {
			t.Fatalf("%s: %d %v", target, first.Code, first.Header())
		}
		if again := s.get(target, "If-None-Match: "+tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s: %d %s", target, again.Code, again.Body)
		}
		if w := ask(t, s.h, http.MethodHead, target, ""); w.Code != http.StatusOK || w.Header().Get("ETag") != tag ||
			w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("HEAD %s: %d %v", target, w.Code, w.Header())
		}
		change := ask(t, s.h, http.MethodPost, scene+"/duration", `{"durationSeconds":`+map[bool]string{true: "1", false: "2"}[durationOf(t, s.get(scene)) != 30]+`}`)
		if change.Code != http.StatusOK || change.Header().Get("Cache-Control") != "no-store" || change.Header().Get("ETag") != "" {
			t.Fatalf("%d %v %s", change.Code, change.Header(), change.Body)
		}
		if w := s.get(target, "If-None-Match: "+tag); w.Code != http.StatusOK || w.Header().Get("ETag") == tag {
			t.Errorf("%s after a change: %d", target, w.Code)
		}
	}
}

func durationOf(t *testing.T, w *httptest.ResponseRecorder) int {
	t.Helper()
	var scene struct {
		Duration int `json:"duration"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &scene); err != nil {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return scene.Duration
}

// TestScenesArePublished checks three properties of the document. Routes that call a model document its
// errors and conflicts, free JSON has no type, and no route takes If-Match.
func TestScenesArePublished(t *testing.T) {
	t.Parallel()
	d, _ := published(t, api.New(config(t)).Handler())
	if debug := d.Components.Schemas["SceneOutput"]; !strings.Contains(string(debug), `"debug":{}`) {
		t.Errorf("free JSON of a result is published in %s", debug)
	}
	found := 0
	for path, methods := range d.Paths {
		if !strings.HasPrefix(path, "/api/v1/projects") && path != "/api/v1/images/analyze" {
			continue
		}
		for method, op := range methods {
			found++
			want := []string{"400", "401", "403", "404", "413", "429", "500", "503", "504"}
			if method != "get" && op.OperationID != "analyzeImage" {
				want = append(want, "409")
			}
			for _, status := range want {
				if op.Responses[status] == nil {
					t.Errorf("%s does not publish %s", op.OperationID, status)
				}
			}
			if slices.ContainsFunc(op.Parameters, func(p parameter) bool { return p.In == "header" }) {
				t.Errorf("%s takes a header", op.OperationID)
			}
			for name, property := range op.properties(t) {
				free := name == "storyboardSoFar" || name == "visionAnalysis"
				if typed := property["type"] != nil; typed == free {
					t.Errorf("%s: %s is published as %v", op.OperationID, name, property)
				}
			}
		}
	}
	if found != 20 {
		t.Errorf("%d operations are about scenes", found)
	}
}

// TestQueryParametersAreNoObjects checks that no query parameter is an object or a list of objects.
func TestQueryParametersAreNoObjects(t *testing.T) {
	t.Parallel()
	d, _ := published(t, api.New(config(t)).Handler())
	for _, methods := range d.Paths {
		for _, op := range methods {
			for _, p := range op.Parameters {
				if schema := string(p.Schema); strings.Contains(schema, "$ref") || strings.Contains(schema, `"object"`) {
					t.Errorf("%s takes %s in its %s: %s", op.OperationID, p.Name, p.In, schema)
				}
			}
		}
	}
}

// properties returns the properties of the request body.
func (op operation) properties(t *testing.T) map[string]map[string]any {
	t.Helper()
	if op.RequestBody == nil {
		return nil
	}
	var schema struct {
		Properties map[string]map[string]any `json:"properties"`
	}
	if err := json.Unmarshal(op.RequestBody.Content["application/json"].Schema, &schema); err != nil {
		t.Fatal(err)
	}
	return schema.Properties
}
