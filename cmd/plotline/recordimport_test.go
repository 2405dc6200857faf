package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/internal/project"
	"plotline/internal/recording/spool"
)

// TestRecordImport imports the samples of the real clients into a project, once.
func TestRecordImport(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the folders are those of Linux; internal/recording/transcript tests the rest")
	}
	home, data := t.TempDir(), t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "NEO4J_URI"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	t.Setenv("PLOTLINE_DATA_DIR", data)
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", root).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	place := func(sample, to string) {
		raw, err := os.ReadFile(filepath.Join("..", "..", "internal", "recording", "transcript", "testdata", sample))
		if err != nil {
			t.Fatal(err)
		}
		to = filepath.Join(home, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(raw), "/home/user/project", root)
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil { //nolint:gosec // G703: a folder of the test
			t.Fatal(err)
		}
		// The samples' own dates are of a day that may be in the future or long past. Only the time of the last change matters here.
		over := time.Now().Add(-7 * time.Hour)
		if err := os.Chtimes(to, over, over); err != nil {
			t.Fatal(err)
		}
	}
	place("claude-code.jsonl", ".claude/projects/p/40949437-9a2b-4974-ae21-bfedd74f9e22.jsonl")
	place("claude-code.fork.jsonl", ".claude/projects/p/a1f96749-a326-4c69-8292-4bec6217cb10.jsonl")
	place("codex.apply_patch.jsonl", ".codex/sessions/2026/11/26/rollout-2026-11-26T01-30-34-01a21579-d175-78d1-a1fe-b5c0e625721d.jsonl")

	run := func(status int, wants []string, args ...string) string {
		t.Helper()
		got, out, errs := command(t, append([]string{"record", "import", "--since", "2026-01-01", root}, args...)...)
		text := strings.Join(strings.Fields(out+errs), " ")
		if got != status || slices.ContainsFunc(wants, func(want string) bool { return !strings.Contains(text, want) }) {
			t.Errorf("%v: status %d, want %d with %q:\n%s%s", args, got, status, wants, out, errs)
		}
		return out
	}
	found, _ := project.Of(root)
	workspace := found.Workspace()
	episodes := func(want int) {
		t.Helper()
		_, out, errs := command(t, "episodes", "list", "--workspace", workspace, "--json")
		var list struct {
			Episodes []struct {
				Name   string  `json:"name"`
				Reward float64 `json:"reward"`
			} `json:"episodes"`
		}
		if json.Unmarshal([]byte(out), &list) != nil || len(list.Episodes) != want {
			t.Errorf("want %d episodes:\n%s%s", want, out, errs)
		}
	}

	run(0, []string{"Would import 3 tasks of 3 sessions into " + workspace + "."}, "--dry-run")
	run(2, []string{"there is no terminal to ask"})
	episodes(0)
	run(0, []string{"Would import 1 task of 1 session"}, "--dry-run", "--client", "codex")
	run(0, []string{"Imported 3 tasks of 3 sessions into " + workspace + "."}, "--yes")
	episodes(3)
	run(0, []string{"Imported 0 tasks", "recorded or forgotten before"}, "--yes")
	episodes(3)
	run(2, []string{"--since must be"}, "--since", "soon")
	if status, _, errs := command(t, "record", "import", t.TempDir()); status != 2 || !strings.Contains(errs, "no git repository") {
		t.Errorf("%d: %s", status, errs)
	}
	if err := os.WriteFile(filepath.Join(root, spool.RulesFile), []byte(`{"record":"off"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	run(1, []string{"does not want it to be recorded"}, "--yes")
}
