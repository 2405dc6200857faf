package endpoints_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/tier"
)

// sceneClients is the number of clients that request a scene at once.
func sceneClients() int { return tier.Pick(12, 50) }

// TestManyScenesAtOnce requests many scenes at once, in one project or in as many. The model replies when all
// requests have arrived, so they must not wait for each other. No scene may be lost.
func TestManyScenesAtOnce(t *testing.T) {
	t.Parallel()
	for name, project := range map[string]func(i int) string{
		"one project":    func(int) string { return "launch" },
		"a project each": func(i int) string { return fmt.Sprintf("launch %d", i) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ai := aiserver.New(t)
			together := aiserver.WaitForAll(sceneClients(), aiserver.Text(aiserver.GoodScene))
			ai.Answer(func(asked aiserver.Request) aiserver.Step {
				if asked.JSON {
					return together
				}
				return scripted(asked)
			})
			s := startWithServer(t, ai)
			token := s.admin(t)
			projects := map[string]bool{}
			var all sync.WaitGroup
			for i := range sceneClients() {
				projects[project(i)] = true
				all.Go(func() {
					if status, body := s.requestScene(t.Context(), token, project(i)); status != http.StatusCreated {
						t.Errorf("%d %s", status, body)
					}
				})
			}
			all.Wait()
			found := map[string]bool{}
			for name := range projects {
				scenes, _ := s.send(t, token, http.MethodGet, "/api/v1/projects/"+strings.ReplaceAll(name, " ", "%20")+"/scenes", "").ok(t)["scenes"].([]any)
				for i, scene := range scenes {
					found[textAt(scene, "sceneId")] = true
					if textAt(scene, "order") != strconv.Itoa(i) || textAt(scene, "version") != "1" {
						t.Errorf("scene %d of %s is %v", i, name, scene)
					}
				}
			}
			if len(found) != sceneClients() {
				t.Errorf("%d scenes are there, want %d", len(found), sceneClients())
			}
		})
	}
}

// requestScene requests a scene.
func (s *server) requestScene(ctx context.Context, token, project string) (status int, body string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/api/v1/projects/"+strings.ReplaceAll(project, " ", "%20")+"/scenes",
		strings.NewReader(`{"userPrompt":"A title"}`))
	if err != nil {
		return 0, err.Error()
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	response, err := client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(raw)
}
