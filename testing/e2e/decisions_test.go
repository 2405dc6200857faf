package e2e_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/fetch"
	"plotline/testing/kit/serving"
)

// TestDecisionsBecomeEpisodes checks on every store that people's decisions become episodes. They must be
// related as agents search for them: by order, by what builds on what, and by what was undone.
func TestDecisionsBecomeEpisodes(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		s := site{Server: serving.Start(t, binary, env, append(args, "--toolsets", "all")...)}
		show := filepath.Join(t.TempDir(), "Show")
		expect.WriteFiles(t, show, "Show.S01E01.mkv")
		folder := map[string]any{"mediaFolderPath": show}

		rejected := s.post(t, "/api/v1/plans/recognitions/propose", folder)["taskId"]
		s.post(t, "/api/updatePlan", map[string]any{"planId": rejected, "status": "rejected", "reason": "wrong season"})
		accepted := s.post(t, "/api/v1/plans/recognitions/propose", folder)["taskId"].(string)
		s.post(t, "/api/v1/plans/"+accepted+"/apply", nil)
		rename := s.post(t, "/api/v1/plans/renames", folder)["taskId"].(string)
		s.post(t, "/api/v1/plans/renames/"+rename+"/files", map[string]any{"from": show + "/Show.S01E01.mkv", "to": show + "/a.mkv"})
		s.post(t, "/api/v1/plans/renames/"+rename+"/end", nil)
		s.post(t, "/api/v1/plans/"+rename+"/apply", nil)
		s.post(t, "/api/v1/plans/"+rename+"/undo", nil)

		want := []string{
			"Plan accepted: recognise 1 file of Show +1 follows Plan accepted: rename 1 file of Show",
			"Plan accepted: rename 1 file of Show +1 refines Plan accepted: recognise 1 file of Show",
			"Plan rejected: recognise 1 file of Show -1 follows Plan accepted: recognise 1 file of Show",
			"Plan undone: rename 1 file of Show -1 contradicts Plan accepted: rename 1 file of Show",
		}
		if got := s.related(t); !slices.Equal(got, want) {
			t.Errorf("the graph holds\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// related lists the relationships of the graph, each with the reward of its from episode.
func (s site) related(t *testing.T) []string {
	t.Helper()
	var held struct {
		Episodes []struct {
			ID     string  `json:"episode_id"`
			Name   string  `json:"name"`
			Reward float64 `json:"reward"`
		} `json:"episodes"`
		Edges []struct {
			From string `json:"from"`
			To   string `json:"to"`
			Type string `json:"type"`
		} `json:"edges"`
	}
	for _, path := range []string{"/api/v1/episodes", "/api/v1/graph?format=json"} {
		if err := json.Unmarshal(expect.JSON(t, s.ask(t, http.MethodGet, path, nil)), &held); err != nil {
			t.Fatal(err)
		}
	}
	names, rewards := map[string]string{}, map[string]string{}
	for _, e := range held.Episodes {
		names[e.ID], rewards[e.ID] = e.Name, map[float64]string{1: "+1", -1: "-1"}[e.Reward]
	}
	list := make([]string, 0, len(held.Edges))
	for _, e := range held.Edges {
		list = append(list, strings.Join([]string{names[e.From], rewards[e.From], e.Type, names[e.To]}, " "))
	}
	slices.Sort(list)
	return list
}

func (s site) post(t *testing.T, path string, body any) map[string]any {
	t.Helper()
	return s.ask(t, http.MethodPost, path, body)
}

// ask sends a request that must succeed.
func (s site) ask(t *testing.T, method, path string, body any) map[string]any {
	t.Helper()
	var sent []byte
	if body != nil {
		sent = expect.JSON(t, body)
	}
	reply, err := fetch.Do(t.Context(), method, s.URL+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	var answer map[string]any
	if err := json.Unmarshal(reply.Body, &answer); err != nil || reply.Status >= http.StatusBadRequest {
		t.Fatalf("%s %s: %s", method, path, reply)
	}
	return answer
}
