package shared_test

import (
	"encoding/json"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
)

// TestReadOnlyServer restarts a server whose databases take no writes any more. Reads are answered at every door, and
// writes are refused with a sentence that says so.
func TestReadOnlyServer(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			database := neo4jtest.OpenDedicated(t, version)
			env := append(database.Env(), patience, "PLOTLINE_DATA_DIR="+t.TempDir())
			client := openDoor(t, "REST", env)
			var ids [2]string
			for i, query := range []string{"Did the storm end?", "Did the roof hold?"} {
				answer := client(t, "create_episode", map[string]any{"query": query, "reward": 1})
				var made struct {
					ID string `json:"episode_id"`
				}
				if err := json.Unmarshal(answer.Result, &made); err != nil || made.ID == "" {
					t.Fatalf("got %s %q %s", answer.Code, answer.Details, answer.Result)
				}
				ids[i] = made.ID
			}
			database.Stop(t)
			database.StartWith(t, map[string]string{"server.databases.default_to_read_only": "true"})
			for _, door := range []string{"REST", "MCP"} {
				client := openDoor(t, door, env)
				t.Log(door)
				for useCase, args := range map[string]map[string]any{
					"list_episodes":         {},
					"search_episodes":       {"query": "storm"},
					"recall":                {"query": "Which storm?"},
					"get_topological_order": {"relationship_type": "follows"},
				} {
					if answer := client(t, useCase, args); answer.Code != "" {
						t.Errorf("%s: got %s %q", useCase, answer.Code, answer.Details)
					}
				}
				for useCase, args := range map[string]map[string]any{
					"create_episode": {"query": "Was it written?", "reward": 1},
					"add_episode_relationship": {
						"from_episode_id": ids[0], "to_episode_id": ids[1], "relationship_type": "causes",
					},
					"delete_episode": {"episode_id": ids[1]},
				} {
					answer := client(t, useCase, args)
					if answer.Code != fault.Unavailable || !strings.HasSuffix(answer.Details, " accepts no writes in database 'neo4j'; make it writable") {
						t.Errorf("%s: got %s %q", useCase, answer.Code, answer.Details)
					}
				}
			}
		})
	}
}
