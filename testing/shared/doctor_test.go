package shared_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// doctorFinding is what doctor says of one check.
type doctorFinding struct{ Check, State, Found, Advice string }

// TestDoctorOfSharedDatabase checks on a database of its own what the command and a server say when a person drops the index
// of texts and edits an episode, and when another application has a constraint on episodes. It then repairs.
func TestDoctorOfSharedDatabase(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			database := neo4jtest.OpenDedicated(t, version)
			byHand := func(text string) {
				t.Helper()
				if _, err := neo4j.ExecuteQuery(t.Context(), database.Driver(t), text, nil, neo4j.EagerResultTransformer); err != nil {
					t.Fatal(err)
				}
			}
			dir := t.TempDir()
			run := func(status int, args ...string) serving.Finished {
				t.Helper()
				got := serving.Run(t, binary, database.Env(), append(args, "--data-dir", dir, "--timeout", "5m")...)
				if got.Status != status {
					t.Errorf("%v ended with %d, want %d: %s%s", args, got.Status, status, got.Out, got.Err)
				}
				return got
			}
			doctor := func(status int, check, found string, args ...string) doctorFinding {
				t.Helper()
				var list []doctorFinding
				if err := json.Unmarshal([]byte(run(status, append([]string{"doctor", "--json"}, args...)...).Out), &list); err != nil {
					t.Fatal(err)
				}
				for _, f := range list {
					if f.Check == check && strings.Contains(f.Found, found) {
						return f
					}
				}
				if found != "" {
					t.Errorf("doctor %v does not find %s: %s, but %+v", args, check, found, list)
				}
				return doctorFinding{}
			}

			byHand("CREATE INDEX plotline_episode_index FOR (d:Doc) ON (d.text)")
			const foreign = "the index plotline_episode_index is on Doc(text)"
			if f := doctor(1, "store", ""); f.State != "bad" || !strings.Contains(f.Advice, foreign) {
				t.Errorf("before the first call doctor says %+v", f)
			}
			if got := run(1, "episodes", "list"); !strings.Contains(got.Err, foreign) {
				t.Errorf("the first call says %s", got.Err)
			}
			byHand("DROP INDEX plotline_episode_index")
			if f := doctor(0, "store", "not made yet"); f.State != "ok" {
				t.Errorf("before the first call doctor says %+v", f)
			}
			run(0, "import", "example")
			for _, check := range []string{"indexes", "constraints", "values"} {
				if f := doctor(0, check, ""); f.Check != "" {
					t.Errorf("of a sound database doctor says %+v", f)
				}
			}

			server := serving.Start(t, binary, database.Env(), "--data-dir", t.TempDir())
			client, err := apiclient.OverREST(t.Context(), server.URL)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(client.Close)
			search := func() error {
				return apiclient.Call(t.Context(), client, "search_episodes", map[string]any{"query": "orders"}, nil)
			}
			if err := search(); err != nil {
				t.Fatal(err)
			}
			byHand("DROP INDEX plotline_episode_index")
			const missing = "the index plotline_episode_index is missing"
			if err := search(); err == nil || !strings.Contains(err.Error(), missing) || !strings.Contains(err.Error(), "plotline doctor --repair") {
				t.Errorf("a search without its index ends with %v", err)
			}
			if f := doctor(1, "indexes", missing); f.State != "bad" {
				t.Errorf("doctor says %+v", f)
			}
			if f := doctor(0, "indexes", missing, "--repair"); f.State != "ok" {
				t.Errorf("doctor --repair says %+v", f)
			}
			if err := search(); err != nil {
				t.Errorf("after the repair: %v", err)
			}

			byHand("MATCH (e:Episode {workspace: 'default', id: 7}) SET e.name = 42")
			byHand("MATCH (a:Episode {workspace: 'default', id: 1}), (b:Episode {workspace: 'default', id: 2}) CREATE (a)-[:CAUSES]->(b)")
			doctor(1, "values", "episodes whose name cannot be read: 1, ")
			doctor(1, "values", "relationship without an id or a workspace: 1, ")
			if got := run(1, "export"); !strings.Contains(got.Err, "elements that are not in it: ") || strings.Count(got.Out, "\n") < 59 {
				t.Errorf("the export has %d lines and says %s", strings.Count(got.Out, "\n"), got.Err)
			}

			byHand("CREATE CONSTRAINT tv FOR (e:Episode) REQUIRE e.id IS UNIQUE")
			const forbids = "the constraint tv of another application, on Episode(id), forbids"
			doctor(1, "constraints", forbids)
			if got := run(1, "episodes", "create", "q", "--reward", "0", "--workspace", "other"); !strings.Contains(got.Err, forbids) {
				t.Errorf("a create says %s", got.Err)
			}
		})
	}
}
