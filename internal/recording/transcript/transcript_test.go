package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/spool"
	"plotline/internal/recording/transcript"
)

// The tasks of the samples.
const (
	claudeFix = "b58a23cd-6894-41be-882a-b4dc30808b89"
	claudeMul = "1d6bcc3d-ca68-4a72-bad3-07535cff4e16"
)

// sample copies transcripts into a folder of their own, under the names that their clients give them, and returns the path of the
// first one.
func sample(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(names); i += 2 {
		raw, err := os.ReadFile(filepath.Join("testdata", names[i]))
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, names[i+1])
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, names[1])
}

// show writes a line as a reader would.
func show(line spool.Line) string {
	task := line.Task
	if len(task) > 8 {
		task = task[len(task)-8:]
	}
	parts := []string{time.UnixMilli(line.T).UTC().Format("15:04:05"), task, string(line.Kind)}
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+fmt.Sprintf("%q", value))
		}
	}
	if line.Kind == spool.Session {
		parts = append(parts, line.Source)
	}
	add("project=", line.Project)
	add("folder=", line.Folder)
	add("branch=", line.Branch)
	add("head=", line.Head)
	add("client=", line.Client)
	add("model=", line.Model)
	add("", line.Text)
	if line.Kind == spool.Tool {
		parts = append(parts, string(line.Class))
	}
	add("", line.Command)
	if line.Exit != nil {
		parts = append(parts, fmt.Sprintf("exit=%d", *line.Exit))
	}
	add("first=", line.First)
	add("tail=", line.Tail)
	add("", line.Path)
	if line.OK != nil {
		parts = append(parts, fmt.Sprintf("ok=%v", *line.OK))
	}
	add("", line.Name)
	if line.Kind == spool.End {
		parts = append(parts, string(line.How))
	}
	add("words=", line.Words)
	return strings.Join(parts, " ")
}

func TestShow(t *testing.T) {
	for _, f := range []struct{ client, file, as, sub string }{
		{"claude-code", "claude-code.jsonl", "40949437-9a2b-4974-ae21-bfedd74f9e22.jsonl", ""},
		{"claude-code", "claude-code.interrupted.jsonl", "a.jsonl", ""},
		{"claude-code", "claude-code.with-subagent.jsonl", "a.jsonl", "claude-code.subagent.jsonl"},
		{"claude-code", "claude-code.fork.jsonl", "a.jsonl", ""},
		{"codex", "codex.jsonl", "a.jsonl", ""},
		{"codex", "codex.apply_patch.jsonl", "a.jsonl", ""},
		{"codex", "codex.interrupted.jsonl", "a.jsonl", ""},
	} {
		names := []string{f.file, f.as}
		if f.sub != "" {
			names = append(names, f.sub, "a/subagents/agent-x.jsonl")
		}
		r, err := transcript.Read(t.Context(), f.client, sample(t, names...), transcript.Options{Project: "/home/user/project", Import: true})
		t.Log(f.file, r.Session, err, r.Rows, r.Understood)
		for _, l := range r.Lines {
			t.Log(show(l))
		}
	}
}
