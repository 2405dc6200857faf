package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// TestWorkspaceMoves moves the workspace of a running server from a file to Neo4j. The command is killed several times.
// No acknowledged write may be lost, and its key must give the same answer at the new place.
func TestWorkspaceMoves(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	workspace := server.Workspace(t, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")
	source := openREST(t, serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", dir))
	w := startKeyWriter(t, source)
	args := []string{"workspace", "move", "--store", "embedded", "--data-dir", dir, "--to-workspace", workspace, "--place", "the new place"}
	env := []string{
		"PLOTLINE_TO_NEO4J_URI=" + server.URI, "PLOTLINE_TO_NEO4J_USERNAME=" + server.Username, "PLOTLINE_TO_NEO4J_PASSWORD=" + server.Password,
	}
	for range 6 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond+rand.N(600*time.Millisecond)) //nolint:gosec // a draw
		cmd := exec.CommandContext(ctx, binary, args...)                                                  // is killed
		cmd.Env = append(serving.Environ(), env...)
		out, err := cmd.CombinedOutput()
		cancel()
		t.Logf("%v %s", err, out)
	}
	must(t, plotline(t, env, args...))
	keys := w.stop()
	for operation, arguments := range map[string]map[string]any{
		"create_episode": {"query": "q", "reward": 1},
		"update_episode": {"episode_id": 1, "reward": -1},
		"delete_episode": {"episode_id": 1},
		"list_episodes":  {},
	} {
		refused, err := source.Call(t.Context(), operation, arguments)
		if err != nil || refused.Code != fault.Conflict || !strings.Contains(refused.Details, "was moved to the new place; use it there") {
			t.Errorf("%s at the old place: %+v, %v", operation, refused, err)
		}
	}
	target := openREST(t, serving.Start(t, binary, server.Env(), "--data-dir", t.TempDir(), "--workspace", workspace))
	for key, id := range keys {
		if again, answer := create(t, target, key); again != id {
			t.Errorf("the key %s gave %s, then %+v", key, id, answer)
		}
	}
	t.Logf("%d episodes", len(keys))
}

func openREST(t *testing.T, s *serving.Server) *apiclient.REST {
	t.Helper()
	rest, err := apiclient.OverREST(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rest.Close)
	return rest
}

// create creates an episode under a key, and returns its id.
func create(t *testing.T, to *apiclient.REST, key string) (id string, answer apiclient.Answer) {
	t.Helper()
	answer, err := to.Call(t.Context(), "create_episode", map[string]any{"query": key, "reward": 1, "idempotency_key": key})
	var made struct {
		ID string `json:"episode_id"`
	}
	if err == nil && answer.Code == "" {
		err = answer.Into(&made)
	}
	if err != nil {
		t.Error(err)
	}
	return made.ID, answer
}

// keyWriter creates episodes until it is stopped or rejected for good.
type keyWriter struct {
	end  chan struct{}
	done sync.WaitGroup
	keys map[string]string // ids by key
}

func startKeyWriter(t *testing.T, to *apiclient.REST) *keyWriter {
	t.Helper()
	w := &keyWriter{end: make(chan struct{}), keys: map[string]string{}}
	w.done.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-w.end:
				return
			case <-time.After(5 * time.Millisecond):
			}
			key := fmt.Sprint("key ", n)
			switch id, answer := create(t, to, key); answer.Code {
			case "":
				w.keys[key] = id
			case fault.Unavailable: // until the move ends
			case fault.Conflict:
				return
			default:
				t.Errorf("%+v", answer)
			}
		}
	})
	return w
}

func (w *keyWriter) stop() map[string]string {
	close(w.end)
	w.done.Wait()
	return w.keys
}

// TestInterruptedMove runs commands at both places of a move that was interrupted after it had closed the old one, then cancels
// it and moves again, without a terminal.
func TestInterruptedMove(t *testing.T) {
	t.Parallel()
	old, arriving := filepath.Join(t.TempDir(), "old"), filepath.Join(t.TempDir(), "new")
	at := func(dir string, args ...string) serving.Finished {
		return plotline(t, nil, append(args, "--store", "embedded", "--data-dir", dir)...)
	}
	must(t, at(old, "import", "example"))
	before := must(t, at(old, "export"))
	set := func(dir string, now graph.Residence) {
		store := sqlitestore.New(filepath.Join(dir, "plotline.db"))
		defer func() { _ = store.Close() }()
		if err := store.SetResidence(t.Context(), graph.DefaultWorkspace, graph.Residence{}, now); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(arriving, 0o700); err != nil {
		t.Fatal(err)
	}
	set(old, graph.Residence{State: graph.Closed, Move: "m 1", Place: "the embedded store in new, workspace default"})
	set(arriving, graph.Residence{State: graph.Arriving, Move: "other 2", Place: "elsewhere"})
	refused := func(f serving.Finished, texts ...string) {
		t.Helper()
		words := strings.Join(strings.Fields(f.Err), " ")
		for _, text := range texts {
			if f.Status != 1 || !strings.Contains(words, text) {
				t.Errorf("status %d, %s, want %q", f.Status, words, text)
			}
		}
	}
	move := []string{"workspace", "move", "--to-data-dir", arriving}
	refused(at(old, move...), "is part of another move", "accepts no changes until the move to the embedded store in new, workspace default ends; "+
		"run the command again, it continues, or add --cancel")
	refused(at(old, "episodes", "create", "q"), "is being moved to the embedded store in new", "reads go on")
	refused(at(arriving, "export"), "is being moved here from elsewhere, and not all of it has arrived")
	if during := must(t, at(old, "export")); during != before {
		t.Errorf("the old place has %s", during)
	}
	must(t, at(old, "workspace", "move", "--cancel"))
	must(t, at(old, "episodes", "create", "q"))
	before = must(t, at(old, "export"))
	third := filepath.Join(t.TempDir(), "third")
	done := at(old, "workspace", "move", "--to-data-dir", third, "--place", "the third place")
	if out := must(t, done); !strings.HasPrefix(out, "Moved ") || !strings.Contains(done.Err, " copied\n") {
		t.Errorf("%s, %s", out, done.Err)
	}
	refused(at(old, "export"), "was moved to the third place; use it there")
	refused(at(old, "workspace", "move", "--cancel"), "was moved to the third place")
	if after := must(t, at(third, "export")); after != before {
		t.Errorf("the new place has %s", after)
	}
}
