package transcript_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/internal/project"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/transcript"
)

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	args = append([]string{"-C", dir, "-c", "user.name=ada", "-c", "user.email=ada@example.org"}, args...)
	if out, err := exec.CommandContext(t.Context(), "git", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func folder(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// keep writes a row as a transcript that changed at a time.
func keep(t *testing.T, path string, row row, changed time.Time) {
	t.Helper()
	folder(t, filepath.Dir(path))
	raw, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append([]byte("{\"type\":\"mode\"}\n"), append(raw, '\n')...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, changed, changed); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	base, home := folder(t, t.TempDir()), t.TempDir()
	root, other := folder(t, base, "shop"), folder(t, base, "shop-2")
	for _, dir := range []string{root, other} {
		git(t, dir, "init", "-q")
		git(t, dir, "commit", "-q", "--allow-empty", "-m", "begin")
	}
	tree := filepath.Join(base, "tree")
	git(t, root, "worktree", "add", "-q", tree)
	src := folder(t, root, "src")
	now := time.Now()
	old := now.Add(-100 * 24 * time.Hour)
	claude := func(session, cwd string, changed time.Time, more row) {
		fields := row{"type": "user", "cwd": cwd, "timestamp": changed.UTC().Format(time.RFC3339Nano)}
		maps.Copy(fields, more)
		keep(t, filepath.Join(home, ".claude", "projects", strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(cwd), session+".jsonl"), fields, changed)
	}
	claude("second", root, now.Add(-2*time.Hour), nil)
	claude("first", tree, now.Add(-3*time.Hour), nil)
	claude("third", src, now.Add(-time.Hour), nil)
	claude("gone", filepath.Join(root, ".claude", "worktrees", "w1"), now, nil)
	claude("old", root, old, nil)
	claude("other", other, now, nil)
	claude("nowhere", filepath.Join(base, "nowhere"), now, nil)
	claude("agent", root, now, row{"isSidechain": true})
	claude("second/subagents/agent-1", root, now, nil)
	claude("without", "", now, nil)

	rollout := func(name, cwd string, more row) {
		payload := row{"id": name, "cwd": cwd, "thread_source": "user"}
		maps.Copy(payload, more)
		path := filepath.Join(home, ".codex", "sessions", "2026", "11", "26", "rollout-"+name+".jsonl")
		folder(t, filepath.Dir(path))
		raw, err := json.Marshal(row{"type": "session_meta", "timestamp": "2026-11-26T01:00:00Z", "payload": payload})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(raw, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rollout("c1", root, nil)
	rollout("c2", tree, nil)
	rollout("c3", other, nil)
	rollout("c4", root, row{"thread_source": "subagent", "parent_thread_id": "c1"})

	of, is := project.Of(root)
	if !is {
		t.Fatal("no project")
	}
	for client, want := range map[string][]string{
		transcript.Claude: {"first " + tree, "second " + root, "third " + src, "gone " + filepath.Join(root, ".claude", "worktrees", "w1")},
		transcript.Codex:  {"c1 " + root, "c2 " + tree},
	} {
		files, err := transcript.Find(t.Context(), client, home, of, now.Add(-90*24*time.Hour))
		got := make([]string, 0, len(files))
		for _, f := range files {
			got = append(got, f.Session+" "+f.Folder)
			if f.Client != client || f.Size == 0 || f.Modified.Before(old) || f.Started == 0 {
				t.Errorf("%+v", f)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q, %v", client, got, want, err)
		}
	}
	if files, err := transcript.Find(t.Context(), transcript.Claude, t.TempDir(), of, time.Time{}); len(files) > 0 || err != nil {
		t.Errorf("without transcripts: %v, %v", files, err)
	}
	if _, err := transcript.Find(t.Context(), "emacs", home, of, time.Time{}); err == nil {
		t.Error("an unknown client is no error")
	}
}

// TestImportFork counts the rows of a fork's parent once, whichever file comes first.
func TestImportFork(t *testing.T) {
	t.Parallel()
	parent, fork := sample(t, "claude-code.jsonl", "parent.jsonl"), sample(t, "claude-code.fork.jsonl", "fork.jsonl")
	files := []transcript.File{{Client: transcript.Claude, Path: parent}, {Client: transcript.Claude, Path: fork}}
	for range files {
		slices.Reverse(files)
		var order []string
		tasks := map[string][]string{}
		options := func(transcript.File) transcript.Options { return transcript.Options{Project: shop} }
		err := transcript.Import(t.Context(), files, options, func(_ transcript.File, r transcript.Result, err error) error {
			order = append(order, r.Session)
			for _, line := range r.Lines {
				if line.Kind == spool.Prompt {
					tasks[r.Session] = append(tasks[r.Session], line.Task)
				}
			}
			return err
		})
		if err != nil || !slices.Equal(order, []string{"parent", "fork"}) ||
			!slices.Equal(tasks["parent"], []string{claudeFix, claudeMul}) || !slices.Equal(tasks["fork"], []string{claudeFork}) {
			t.Errorf("%q, %q, %v", order, tasks, err)
		}
	}
}

// TestImportErrors goes on after a file that cannot be read, and ends where the caller wants.
func TestImportErrors(t *testing.T) {
	t.Parallel()
	files := []transcript.File{{Client: transcript.Claude, Path: filepath.Join(t.TempDir(), "gone.jsonl")}, {Client: transcript.Codex, Path: sample(t, "codex.jsonl", "s.jsonl")}}
	options := func(transcript.File) transcript.Options { return transcript.Options{} }
	var failed []error
	err := transcript.Import(t.Context(), files, options, func(_ transcript.File, _ transcript.Result, err error) error {
		failed = append(failed, err)
		return nil
	})
	if err != nil || len(failed) != 2 || !errors.Is(failed[0], fs.ErrNotExist) || failed[1] != nil {
		t.Errorf("%v, %v", failed, err)
	}
	enough := errors.New("enough")
	err = transcript.Import(t.Context(), files, options, func(transcript.File, transcript.Result, error) error { return enough })
	if !errors.Is(err, enough) {
		t.Errorf("%v", err)
	}
}

// FuzzRead reads anything. Lines keep to their bounds and form.
func FuzzRead(f *testing.F) {
	samples, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(samples) == 0 {
		f.Fatal(err)
	}
	for _, name := range samples {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for part := range slices.Chunk(bytes.SplitAfter(raw, []byte("\n")), 8) {
			f.Add(bytes.Join(part, nil), strings.Contains(name, "codex"))
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte, codex bool) {
		client, file := transcript.Claude, filepath.Join(t.TempDir(), "s.jsonl")
		if codex {
			client = transcript.Codex
		}
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, o := range []transcript.Options{
			{Project: shop, Import: true},
			{Project: shop, Tasks: []string{claudeFix, claudeMul, claudeFork, claudeHelp, codexFix, codexMul}, Closed: true},
		} {
			r, err := transcript.Read(t.Context(), client, file, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Understood > r.Rows || r.Ended > r.Calls || !slices.IsSortedFunc(r.Lines, func(a, b spool.Line) int { return int(min(1, max(-1, a.T-b.T))) }) {
				t.Errorf("%+v", r)
			}
			for _, line := range r.Lines {
				if len([]rune(line.Command)) > spool.MostCommand || len([]rune(line.Words)) > spool.MostWords || strings.HasPrefix(line.Path, "/") ||
					!o.Import && !slices.Contains(o.Tasks, line.Task) {
					t.Errorf("%+v", line)
				}
			}
		}
	})
}
