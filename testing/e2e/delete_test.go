package e2e_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/largegraph"
	"plotline/testing/kit/serving"
)

// TestWorkspaceDelete deletes the workspace of a running server on every store, while a client writes. The command is
// killed several times. Every write is rejected as unavailable meanwhile, or is deleted, or happens afterwards.
func TestWorkspaceDelete(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		workspace := valueOf(args, "--workspace")
		if workspace == "" {
			workspace = "default"
		}
		with := func(command ...string) []string { return append(command, args...) }
		must(t, plotline(t, env, with("import", largeGraph(t))...))
		target := openREST(t, serving.Start(t, binary, env, args...))
		w := startKeyWriter(t, target)
		killed := 0
		for range 8 {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond+rand.N(400*time.Millisecond)) //nolint:gosec // a draw
			cmd := exec.CommandContext(ctx, binary, with("workspace", "delete", workspace, "--yes")...)       //nolint:gosec // is killed
			cmd.Env = append(serving.Environ(), env...)
			if cmd.Run() != nil {
				killed++
			}
			cancel()
		}
		var done struct{ Episodes, Relationships int }
		last := plotline(t, env, with("workspace", "delete", workspace, "--yes", "--json")...)
		if strings.Contains(last.Err, `"not_found"`) { // a run before it has reached the end
			if last.Status != 1 || !strings.Contains(last.Err, "The workspace "+workspace+" has no episodes, plans or projects") {
				t.Errorf("the last run ends with %d: %s", last.Status, last.Err)
			}
		} else {
			if err := json.Unmarshal([]byte(must(t, last)), &done); err != nil {
				t.Error(err)
			}
		}
		t.Logf("killed %d times; the last run deleted %+v", killed, done)
		first := w.stop()
		id, _ := create(t, target, "after the end")
		var page struct {
			Episodes []struct {
				ID string `json:"episode_id"`
			}
			Total int `json:"total_count"`
		}
		if err := json.Unmarshal([]byte(must(t, plotline(t, env, with("episodes", "--json")...))), &page); err != nil {
			t.Fatal(err)
		}
		if page.Total < 1 || page.Total > len(first)+1 || page.Episodes[0].ID != id {
			t.Errorf("%d episodes are left, %d were acknowledged before", page.Total, len(first))
		}
		must(t, plotline(t, env, with("workspace", "delete", workspace, "--yes")...))
		made := must(t, plotline(t, env, with("import", "example", "--json")...))
		if !strings.Contains(made, "60") {
			t.Errorf("the import into the new workspace said %s", made)
		}
	})
}

// largeGraph returns a file with enough for several transactions of a deletion.
func largeGraph(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = largegraph.Write(file, largegraph.Shape{Episodes: 3000, Hub: 2500})
	if err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	return path
}

// TestWorkspaceDeleteAsks checks that a person must type the name, and that a pipe must say --yes.
func TestWorkspaceDeleteAsks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"--store", "embedded", "--data-dir", dir}
	must(t, plotline(t, nil, append([]string{"import", "example", "--workspace", "try"}, args...)...))
	piped := plotline(t, nil, append([]string{"workspace", "delete", "try"}, args...)...)
	if piped.Status != 2 || !strings.Contains(piped.Err, "add --yes") {
		t.Errorf("without a terminal: %+v", piped)
	}
	count := func() string {
		return must(t, plotline(t, nil, append([]string{"doctor", "--workspace", "try"}, args...)...))
	}
	for answer, want := range map[string]string{"default\n": "nothing was deleted", "\n": "nothing was deleted"} {
		s := open(t, 200, nil, append([]string{binary, "workspace", "delete", "try"}, args...)...)
		s.shows("This deletes 60 episodes and 107 relationships of the workspace try")
		s.shows("type the name of the workspace: ")
		s.types(answer)
		s.shows(want)
		if left := count(); !strings.Contains(left, "60 episodes and 107 relationships") {
			t.Errorf("after the answer %q: %s", answer, left)
		}
	}
	s := open(t, 200, nil, append([]string{binary, "workspace", "delete", "try"}, args...)...)
	s.shows("type the name of the workspace: ")
	s.types("try\n")
	s.shows("Deleted 60 episodes and 107 relationships of the workspace try.")
	if left := count(); !strings.Contains(left, "0 episodes and 0 relationships") {
		t.Errorf("after the name: %s", left)
	}
	if log := string(expect.ReadFile(t, filepath.Join(dir, "audit.jsonl"))); strings.Count(log, `"operation":"delete_workspace","outcome":"ok"`) != 1 {
		t.Errorf("the audit log has %s", log)
	}
}
