package recorder_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"

	"plotline/internal/recording/spool"
)

// hook writes the lines that the hook program would write for a payload of a trial.
func (w *world) hook(_ context.Context, root, event string, payload []byte) error {
	var p struct {
		Session string `json:"session_id"`
		Prompt  string `json:"prompt"`
	}
	if err := json.Unmarshal(payload, &p); err != nil {
		return err
	}
	yes, line := true, spool.Line{T: w.clock().UnixMilli(), Task: "1"}
	switch event {
	case "SessionStart":
		line.Kind, line.Project, line.Task = spool.Session, root, ""
	case "UserPromptSubmit":
		line.Kind, line.Text = spool.Prompt, p.Prompt
	case "PostToolUse":
		line.Kind, line.Class, line.Path, line.OK = spool.Tool, spool.Edit, "trial.txt", &yes
	case "Stop":
		line.Kind, line.How = spool.End, spool.Stopped
	}
	return spool.In(w.data).Append("claude-code", p.Session, line)
}

// TestTrial checks that a trial finds whether recording works, and leaves nothing.
func TestTrial(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	workspace, err := w.recorder(nil).Trial(t.Context(), w.hook)
	if err != nil || workspace == "" {
		t.Fatalf("%q, %v", workspace, err)
	}
	silent := func(context.Context, string, string, []byte) error { return nil }
	if _, err := w.recorder(nil).Trial(t.Context(), silent); err == nil {
		t.Error("a hook that writes nothing is no error")
	}
	failure := errors.New("exit status 1")
	if _, err := w.recorder(nil).Trial(t.Context(), func(context.Context, string, string, []byte) error { return failure }); !errors.Is(err, failure) {
		t.Errorf("a hook that fails: %v", err)
	}
	if n := w.count(); n > 0 {
		t.Errorf("%d episodes are left", n)
	}
	w.must(fs.WalkDir(os.DirFS(w.data), "recording", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != ".lock" && d.Name() != "forgotten.json" {
			t.Errorf("%s is left", path)
		}
		return err
	}))
}
