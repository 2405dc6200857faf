package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// TestBackupOfServedFolder backs up the folder of a running server, and serves the restored folder. The graph, the plans and
// what undoes a rename must be the same, and the decisions of the restored folder must not be written twice.
func TestBackupOfServedFolder(t *testing.T) {
	t.Parallel()
	dir, restored, file := t.TempDir(), filepath.Join(t.TempDir(), "restored"), filepath.Join(t.TempDir(), "plotline.tar.zst")
	at := func(folder string, command ...string) []string {
		return append(command, "--store", "embedded", "--data-dir", folder)
	}
	must(t, plotline(t, nil, at(dir, "import", "example", "--workspace", "other")...))
	must(t, plotline(t, nil, at(dir, "token", "create", "me", "--role", "admin")...))
	old := site{Server: serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", dir)}
	show := filepath.Join(t.TempDir(), "Show")
	expect.WriteFiles(t, show, "Show.S01E01.mkv")
	rename := old.post(t, "/api/v1/plans/renames", map[string]any{"mediaFolderPath": show})["taskId"].(string)
	old.post(t, "/api/v1/plans/renames/"+rename+"/files", map[string]any{"from": show + "/Show.S01E01.mkv", "to": show + "/a.mkv"})
	old.post(t, "/api/v1/plans/renames/"+rename+"/end", nil)
	old.post(t, "/api/v1/plans/"+rename+"/apply", nil)

	out := must(t, plotline(t, nil, at(dir, "backup", file)...))
	if !strings.Contains(out, "Backed up 61 episodes and 107 relationships in 2 workspaces, 1 plan.") || !strings.Contains(out, "Not backed up: audit.jsonl, questions, tokens.json. docs/operations.md says why.") {
		t.Errorf("backup said %s", out)
	}
	refused := plotline(t, nil, at(dir, "restore", file)...)
	if refused.Status != 1 || !strings.Contains(refused.Err, "The data folder "+dir+" is not empty") {
		t.Errorf("into the folder of a running server: %+v", refused)
	}
	must(t, plotline(t, nil, at(restored, "restore", file)...))
	for _, workspace := range []string{"default", "other"} {
		export := func(folder string) string {
			return must(t, plotline(t, nil, at(folder, "export", "--workspace", workspace)...))
		}
		if export(dir) != export(restored) {
			t.Errorf("the workspace %s differs", workspace)
		}
	}
	if _, err := os.Stat(filepath.Join(restored, "tokens.json")); err == nil {
		t.Error("the tokens were restored")
	}
	again := site{Server: serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", restored)}
	again.post(t, "/api/v1/plans/"+rename+"/undo", nil)
	if _, err := os.Stat(filepath.Join(show, "Show.S01E01.mkv")); err != nil {
		t.Errorf("a restored plan cannot be undone: %v", err)
	}
	if related := again.related(t); len(related) != 1 || !strings.HasPrefix(related[0], "Plan undone") {
		t.Errorf("the graph has %v", related)
	}
}

// TestBackupToOutput pipes a backup, and shows it.
func TestBackupToOutput(t *testing.T) {
	t.Parallel()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "b")
	must(t, plotline(t, nil, "import", "example", "--store", "embedded", "--data-dir", dir))
	cmd := exec.CommandContext(t.Context(), binary, "backup", "-", "--json", "--store", "embedded", "--data-dir", dir)
	cmd.Env = serving.Environ()
	made := serving.Finish(t, cmd)
	must(t, made)
	expect.WriteFile(t, file, made.Out)
	shown := must(t, plotline(t, nil, "backup", "show", "--check", "--json", file))
	if strings.TrimSpace(shown) != strings.TrimSpace(made.Err) || !strings.Contains(shown, `"episodes": 60`) {
		t.Errorf("backup said %s, show %s", made.Err, shown)
	}
	expect.WriteFile(t, file, made.Out[:len(made.Out)-9])
	if cut := plotline(t, nil, "backup", "show", "--check", file); cut.Status != 1 || !strings.Contains(cut.Err, "damaged") {
		t.Errorf("cut off: %+v", cut)
	}
}

// TestBackupWithNeo4j checks that a backup without the graph is made only on request.
func TestBackupWithNeo4j(t *testing.T) {
	t.Parallel()
	args, env := onNeo4j(neo4jtest.LTS).open(t)
	file := filepath.Join(t.TempDir(), "b")
	refused := plotline(t, env, append([]string{"backup", file}, args...)...)
	if refused.Status != 1 || !strings.Contains(refused.Err, "neo4j-admin database dump") {
		t.Errorf("%+v", refused)
	}
	made := must(t, plotline(t, env, append([]string{"backup", file, "--without-graph"}, args...)...))
	if !strings.HasPrefix(made, "Backed up no graph.") {
		t.Errorf("backup said %s", made)
	}
}
