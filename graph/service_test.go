package graph_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

func TestUseCases(t *testing.T) {
	t.Parallel()
	var reads, writes []string
	for _, uc := range newWorld(t).UseCases() {
		if uc.Writes {
			writes = append(writes, uc.Name)
		} else {
			reads = append(reads, uc.Name)
		}
	}
	same(t, "writes", []string{
		"create_episode", "create_episodes", "update_episode", "delete_episode", "add_episode_relationship",
		"add_episode_relationships", "update_episode_relationship", "remove_episode_relationship",
	}, writes)
	same(t, "reads", []string{
		"list_episodes", "get_episode", "search_episodes", "recall", "get_episode_relationships", "find_related_episodes",
		"explain_connection", "check_relationship_exists", "get_dependency_graph", "validate_no_cycles", "get_topological_order",
	}, reads)
}

// TestEveryUseCase checks every use case. The audit record names it. It rejects unknown arguments. With a
// closed store it is unavailable, with the same text.
func TestEveryUseCase(t *testing.T) {
	t.Parallel()
	ids := `"from_episode_id": "` + string(unknown) + `", "to_episode_id": "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8e"`
	arguments := map[string]string{
		"list_episodes":               `{}`,
		"create_episode":              `{"query": "q", "reward": 0}`,
		"create_episodes":             `{"episodes": [{"query": "q", "reward": 0}]}`,
		"get_episode":                 `{"episode_id": "` + string(unknown) + `"}`,
		"update_episode":              `{"episode_id": "` + string(unknown) + `", "reward": 1}`,
		"delete_episode":              `{"episode_id": "` + string(unknown) + `"}`,
		"search_episodes":             `{"query": "q"}`,
		"recall":                      `{"query": "q"}`,
		"add_episode_relationship":    `{` + ids + `, "relationship_type": "causes"}`,
		"add_episode_relationships":   `{"relationships": [{` + ids + `, "relationship_type": "causes"}]}`,
		"update_episode_relationship": `{"relationship_id": "` + string(unknown) + `", "strength": 1}`,
		"remove_episode_relationship": `{"relationship_id": "` + string(unknown) + `"}`,
		"get_episode_relationships":   `{"episode_id": "` + string(unknown) + `"}`,
		"find_related_episodes":       `{"episode_id": "` + string(unknown) + `"}`,
		"check_relationship_exists":   `{` + ids + `}`,
		"explain_connection":          `{"from": "` + string(unknown) + `", "to": "1"}`,
		"get_dependency_graph":        `{}`,
		"get_graph_overview":          `{}`,
		"get_graph_map":               `{}`,
		"read_learned":                `{"episode_ids": ["` + string(unknown) + `"]}`,
		"list_neighbours":             `{"episode_id": "` + string(unknown) + `"}`,
		"list_workspaces":             `{}`,
		"validate_no_cycles":          `{` + ids + `, "relationship_type": "causes"}`,
		"get_topological_order":       `{}`,
		"suggest_episodes":            `{"query": "q"}`,
		"recall_recorded":             `{"query": "q"}`,
	}
	for _, uc := range newWorld(t).ForRoutes() {
		if uc.Name == "read_times" { // it does not use the store
			continue
		}
		t.Run(uc.Name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			raw := arguments[uc.Name]
			if err := w.store.Close(); err != nil {
				t.Fatal(err)
			}
			w.fails(t, fault.Unavailable, "The store is closed", uc.Name, "%s", raw)
			other := strings.Replace(raw, "{", `{"workspace": "other", `, 1)
			if raw == "{}" {
				other = `{"workspace": "other"}`
			}
			_, err := w.call(t, uc.Name, "%s", other)
			if got := fault.From(err); got.Code != fault.InvalidArgument || !strings.HasPrefix(got.Details, "unknown argument 'workspace'; valid: ") {
				t.Errorf("another workspace: %v", err)
			}
			records := w.records(t)
			if len(records) != 2 {
				t.Fatalf("%d audit records, want 2", len(records))
			}
			for i, outcome := range []string{"unavailable", "invalid_argument"} {
				rec := records[i]
				if rec.Operation != uc.Name || rec.Outcome != outcome || rec.Workspace != "w" || rec.Actor != "ada" || rec.Transport != "mcp" {
					t.Errorf("record = %+v, want outcome %s", rec, outcome)
				}
			}
		})
	}
}

// TestCallAfterCancel checks the error code of a cancelled call.
func TestCallAfterCancel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := w.cases["list_episodes"].Call(ctx, by, nil)
	if got := fault.From(err); got.Code != fault.Cancelled || got.Details != "Request was aborted" {
		t.Errorf("error = %v", err)
	}
}

func TestWorkspacesAreSeparate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "mine")
	theirs := by
	theirs.Workspace = "theirs"
	_, err := w.GetEpisode(t.Context(), theirs, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(id)})
	if fault.CodeOf(err) != fault.NotFound {
		t.Errorf("error = %v", err)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got, err := w.Status(t.Context())
	if err != nil || got.Kind != "model" {
		t.Errorf("Status = %+v, %v", got, err)
	}
	w.store.status = errSecret
	if _, err := w.Status(t.Context()); err == nil {
		t.Error("a store that is away is reached")
	}
	if len(w.records(t)) > 0 {
		t.Error("a health check leaves a record")
	}
}

func TestWithClock(t *testing.T) {
	t.Parallel()
	s := graph.NewService(graphtest.NewModel(), &usecase.Runner{Logger: slog.New(slog.DiscardHandler)})
	before := graph.TimeOf(time.Now())
	got, err := s.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{Query: "q"})
	if err != nil || got.CreatedAt < before || got.CreatedAt > graph.TimeOf(time.Now()) {
		t.Errorf("created_at = %s, %v", got.CreatedAt, err)
	}
}

// TestEmptyAnswers checks that empty lists are [], never null.
func TestEmptyAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.episode(t, "q")
	other := w.episode(t, "q")
	tests := []struct{ name, raw, want string }{
		{"get_episode_relationships", `{"episode_id": "` + string(id) + `"}`, `{"relationships":[],"count":0}`},
		{"find_related_episodes", `{"episode_id": "` + string(id) + `"}`, `{"related_episodes":[],"count":0}`},
		{
			"check_relationship_exists", `{"from_episode_id": "` + string(id) + `", "to_episode_id": "` + string(other) + `"}`,
			`{"exists":false,"relationships":[]}`,
		},
		{
			"search_episodes", `{"query": "nothing"}`,
			`{"episodes":[],"count":0,"hint":"No episode has any of the words: try others, or prefix* for the beginning of one."}`,
		},
		{"list_episodes", `{"offset": 9}`, `{"episodes":[],"total_count":2,"limit":50,"offset":9,"status":"success"}`},
		{"get_topological_order", `{"offset": 9}`, `{"ordered_episodes":[],"has_cycles":false,"cycles":[],"total_count":2}`},
	}
	for _, test := range tests {
		got, err := w.call(t, test.name, "%s", test.raw)
		if err != nil || got != test.want {
			t.Errorf("%s = %s, %v\nwant %s", test.name, got, err, test.want)
		}
	}
	fresh := newWorld(t)
	got, err := fresh.call(t, "get_dependency_graph", `{}`)
	if want := `{"nodes":[],"edges":[],"format":"json","truncated":false,"total_nodes":0}`; err != nil || got != want {
		t.Errorf("get_dependency_graph = %s, %v\nwant %s", got, err, want)
	}
	if !json.Valid([]byte(got)) {
		t.Error("not JSON")
	}
}
