package endpoints_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// addProject adds a project with two scenes to the workspace through the API, and waits until both are
// episodes.
func (r fixture) addProject(t *testing.T) fixture {
	t.Helper()
	return r.addProjectFor(t, "$second")
}

// addProjectFor adds a project with one scene, and what the arguments of a call name beside it: a second scene, or an
// older version.
func (r fixture) addProjectFor(t *testing.T, args string) fixture {
	t.Helper()
	r.project = "A film. Of/" + r.workspace
	named := []*string{&r.scene}
	if strings.Contains(args, "$second") {
		named = append(named, &r.second)
	}
	for _, id := range named {
		made := r.server.send(t, r.admin, http.MethodPost, r.projectPath()+"/scenes", `{"userPrompt":"A secret title"}`).ok(t)
		*id = textAt(made, "sceneId")
	}
	episodes := 4 + len(named) // with the project's own episode
	if r.folder != "" {
		episodes++ // the decision on the plan
	}
	r.awaitEpisodes(t, episodes)
	for _, id := range named {
		r.awaitSceneEpisode(t, *id)
	}
	if strings.Contains(args, `"version":1`) { // a second version, so that the first can be restored
		r.server.send(t, r.admin, http.MethodPost, r.projectPath()+"/scenes/"+r.scene+"/duration", `{"durationSeconds":5}`).ok(t)
	}
	return r
}

// projectPath returns the address of the workspace's project. The project's name is one segment of the
// path.
func (r fixture) projectPath() string { return "/api/v1/projects/" + url.PathEscape(r.project) }

// awaitSceneEpisode waits until the newest version of a scene names its episode.
func (r fixture) awaitSceneEpisode(t *testing.T, scene string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		got := r.server.send(t, r.admin, http.MethodGet, r.projectPath()+"/scenes/"+scene, "").ok(t)
		versions, _ := got["versions"].([]any)
		if newest, _ := versions[len(versions)-1].(map[string]any); newest["episodeId"] != nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("scene %s has no episode: %v", scene, got)
		}
	}
}

// projectPaths returns the addresses, relative to the version's, of everything about projects in the
// workspace.
func (r fixture) projectPaths(t *testing.T) []string {
	t.Helper()
	own := strings.TrimPrefix(r.projectPath(), "/api/v1")
	var listed struct {
		Scenes []struct {
			ID string `json:"sceneId"`
		} `json:"scenes"`
	}
	raw := r.server.send(t, r.admin, http.MethodGet, r.projectPath()+"/scenes", "").body
	if err := json.Unmarshal(raw, &listed); err != nil {
		t.Fatal(err)
	}
	paths := make([]string, 0, 2+len(listed.Scenes))
	paths = append(paths, "/projects", own+"/scenes")
	for _, scene := range listed.Scenes {
		paths = append(paths, fmt.Sprintf("%s/scenes/%s", own, scene.ID))
	}
	return paths
}

// ofScenes reports whether an operation is about scenes or projects.
func (o operation) ofScenes() bool {
	return strings.HasPrefix(o.Path, "/api/v1/projects") || strings.HasPrefix(o.Path, "/api/v1/images")
}
