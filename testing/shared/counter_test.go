package shared_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// TestLostCounter deletes the counter of a workspace and its locks, as a person in Browser may. It checks what each command
// shows, then what the calls of two servers at once leave, and that doctor repairs the rest.
func TestLostCounter(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			for _, damage := range []string{
				"MATCH (n:PlotlineSerial {workspace: $ws}) DETACH DELETE n",
				"MATCH (n:PlotlineSerial|PlotlineLock {workspace: $ws}) DETACH DELETE n",
				"MATCH (n:PlotlineSerial {workspace: $ws}) SET n.last = 1, n.episodes = 0",
			} {
				checkLostCounter(t, version, damage)
			}
		})
	}
}

func checkLostCounter(t *testing.T, version neo4jtest.Version, damage string) {
	t.Helper()
	database := neo4jtest.Open(t, version)
	ws := database.Workspace(t, labels...)
	flags := []string{"--workspace", ws, "--data-dir", t.TempDir()}
	run := func(args ...string) string {
		t.Helper()
		got := serving.Run(t, binary, database.Env(), append(args, flags...)...)
		if got.Status != 0 {
			t.Fatalf("%v ended with %d: %s%s", args, got.Status, got.Out, got.Err)
		}
		return got.Out
	}
	run("import", "example")
	edit := func() {
		t.Helper()
		if _, err := neo4j.ExecuteQuery(t.Context(), database.Driver(t), damage, map[string]any{"ws": ws}, neo4j.EagerResultTransformer); err != nil {
			t.Fatal(err)
		}
	}

	edit()
	if lines := strings.Count(run("export"), "\n"); lines < 60+107 {
		t.Errorf("after %s: the export has %d lines, want at least 60 and 107", damage, lines)
	}
	if listed := workspaceOf(t, run("workspace", "list", "--json"), ws); listed.Episodes != 60 || listed.Relationships != 107 {
		t.Errorf("after %s: the list of workspaces says %+v", damage, listed)
	}
	if found := counterOf(t, run("doctor", "--json")); found.State != "note" || !strings.Contains(found.Found, "not 60 and 60") {
		t.Errorf("after %s: doctor says %+v", damage, found)
	}

	const each = 10
	numbers := make(chan int64, 2*each)
	var clients sync.WaitGroup
	for range 2 {
		server := serving.Start(t, binary, database.Env(), flags...)
		client, err := apiclient.OverREST(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		clients.Go(func() {
			for range each {
				var made struct {
					ID int64 `json:"id"`
				}
				if err := apiclient.Call(t.Context(), client, "create_episode", map[string]any{"name": "late", "query": "late"}, &made); err != nil {
					t.Errorf("after %s: %v", damage, err)
				}
				numbers <- made.ID
			}
		})
	}
	clients.Wait()
	close(numbers)
	var given []int64
	for n := range numbers {
		given = append(given, n)
	}
	slices.Sort(given)
	if len(slices.Compact(slices.Clone(given))) != 2*each || given[0] != 61 || given[2*each-1] != 60+2*each {
		t.Errorf("after %s: the numbers %v were given, want 61 to %d", damage, given, 60+2*each)
	}
	if found := counterOf(t, run("doctor", "--json")); found.Check != "" {
		t.Errorf("after creates: %+v", found)
	}

	edit()
	if found := counterOf(t, run("doctor", "--repair", "--json")); found.State != "ok" {
		t.Errorf("after %s: the repair says %+v", damage, found)
	}
	if found := counterOf(t, run("doctor", "--json")); found.Check != "" {
		t.Errorf("after the repair: %+v", found)
	}
}

// finding is doctor's result for one check.
type finding struct{ Check, State, Found, Advice string }

// counterOf returns what doctor says of the counter. It says nothing of one that is right. All orders must be kept after a
// repair.
func counterOf(t *testing.T, out string) finding {
	t.Helper()
	var list []finding
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	i := slices.IndexFunc(list, func(f finding) bool { return f.Check == "counter" })
	if i < 0 {
		return finding{}
	}
	for _, f := range list {
		if strings.HasPrefix(f.Check, "order by ") && list[i].State == "ok" && f.State != "ok" {
			t.Errorf("after the repair: %+v", f)
		}
	}
	return list[i]
}

// listed is a workspace as the list shows it.
type listed struct {
	Workspace               string
	Episodes, Relationships int
}

func workspaceOf(t *testing.T, out, name string) listed {
	t.Helper()
	var all struct{ Workspaces []listed }
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, w := range all.Workspaces {
		if w.Workspace == name {
			return w
		}
	}
	t.Errorf("%s is not listed", name)
	return listed{}
}
