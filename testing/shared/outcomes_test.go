package shared_test

import (
	"encoding/json"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/boltproxy"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// labels are those of the nodes that a workspace has beside its episodes.
var labels = []string{"PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial"}

// TestUnknownOutcomeAtEveryDoor loses the answer to the commit of a create. The caller must learn that the outcome is
// unknown, and that the key makes it safe to repeat the create, which then must create nothing.
func TestUnknownOutcomeAtEveryDoor(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.Versions() {
		for _, door := range []string{"REST", "MCP", "command"} {
			t.Run(string(version)+", "+door, func(t *testing.T) {
				t.Parallel()
				database := neo4jtest.Open(t, version)
				ws := database.Workspace(t, labels...)
				proxy := boltproxy.Start(t, "127.0.0.1:0", database)
				proxy.CutOnly("create_episodes")
				proxy.Mute.Store(true)
				env := append(proxy.Of(database).Env(), "PLOTLINE_WORKSPACE="+ws, "PLOTLINE_DATA_DIR="+t.TempDir())
				client := openDoor(t, door, append(env, "PLOTLINE_TIMEOUT=5s"))
				args := map[string]any{"query": "Was it stored?", "reward": 1, "idempotency_key": "k"}

				proxy.Cuts.Store(1)
				answer := client(t, "create_episode", args)
				if answer.Code != fault.Timeout || !strings.Contains(answer.Details, fault.ErrOutcomeUnknown.Error()) || proxy.Cuts.Load() != 0 {
					t.Errorf("got %s %q with %d answers kept", answer.Code, answer.Details, proxy.Cuts.Load())
				}
				var first, again struct {
					ID string `json:"episode_id"`
				}
				proxy.Cuts.Store(0)
				for _, into := range []any{&first, &again} {
					if err := client(t, "create_episode", args).Into(into); err != nil {
						t.Fatal(err)
					}
				}
				var list struct {
					Total int `json:"total_count"`
				}
				if err := client(t, "list_episodes", map[string]any{}).Into(&list); err != nil {
					t.Fatal(err)
				}
				if first != again || list.Total != 1 {
					t.Errorf("the key gave %s, then %s; %d episodes", first.ID, again.ID, list.Total)
				}
			})
		}
	}
}

// patience is the time limit of a call to a new Neo4j, which may be slow on a busy machine.
const patience = "PLOTLINE_TIMEOUT=90s"

// openDoor returns a function that calls a use case through one of the doors.
func openDoor(t *testing.T, door string, env []string) func(t *testing.T, useCase string, args map[string]any) apiclient.Answer {
	t.Helper()
	if door == "command" {
		return func(t *testing.T, useCase string, args map[string]any) apiclient.Answer {
			t.Helper()
			return command(t, env, useCase, args)
		}
	}
	server := serving.Start(t, binary, env)
	var client apiclient.Client
	if door == "REST" {
		rest, err := apiclient.OverREST(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(rest.Close)
		client = rest
	} else {
		mcp, err := apiclient.OverHTTP(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = mcp.Close() })
		client = mcp
	}
	return func(t *testing.T, useCase string, args map[string]any) apiclient.Answer {
		t.Helper()
		answer, err := client.Call(t.Context(), useCase, args)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
}

// command runs the command of a use case.
func command(t *testing.T, env []string, useCase string, args map[string]any) apiclient.Answer {
	t.Helper()
	line := []string{"episodes", "list", "--json"}
	if useCase == "create_episode" {
		query, _ := args["query"].(string)
		key, _ := args["idempotency_key"].(string)
		line = []string{"episodes", "create", query, "--reward", "1", "--idempotency-key", key, "--json"}
	}
	done := serving.Run(t, binary, env, line...)
	if done.Status == 0 {
		return apiclient.Answer{Result: json.RawMessage(done.Out)}
	}
	var refused struct {
		Code    fault.Code
		Details string
	}
	if err := json.Unmarshal([]byte(done.Err), &refused); err != nil {
		t.Fatalf("%s: %v", done.Err, err)
	}
	return apiclient.Answer{Code: refused.Code, Details: refused.Details}
}
