package recorder

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plotline/internal/durable"
	"plotline/internal/project"
	"plotline/internal/recording/spool"
)

// trialClient is the client whose payloads a trial sends.
const trialClient = "claude-code"

// Trial sends a made-up task through the hook, the spool and the recorder into the memory, and removes every trace of it but the
// empty workspace, whose name it returns. hook runs the hook program in a folder with a payload on standard input.
func (r *Recorder) Trial(ctx context.Context, hook func(ctx context.Context, root, event string, payload []byte) error) (workspace string, err error) {
	base, err := os.MkdirTemp("", "plotline-doctor-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(base)) }()
	if base, err = filepath.EvalSymlinks(base); err != nil {
		return "", err
	}
	root := filepath.Join(base, "doctor")
	if err := os.MkdirAll(filepath.Join(root, ".git"), 0o700); err != nil {
		return "", err
	}
	f := r.spool.File(trialClient, "doctor-"+rand.Text())
	defer func() { err = errors.Join(err, r.clean(context.WithoutCancel(ctx), f, root)) }()
	for _, event := range []map[string]any{
		{"hook_event_name": "SessionStart", "source": "startup"},
		{"hook_event_name": "UserPromptSubmit", "prompt_id": "1", "prompt": "Check whether plotline records what agents do"},
		{
			"hook_event_name": "PostToolUse", "prompt_id": "1", "tool_use_id": "1", "tool_name": "Edit",
			"tool_input": map[string]any{"file_path": filepath.Join(root, "trial.txt")}, "tool_response": map[string]any{},
		},
		{"hook_event_name": "Stop", "prompt_id": "1", "last_assistant_message": "Done."},
	} {
		event["session_id"], event["cwd"] = f.Session, root
		payload, err := json.Marshal(event)
		if err != nil {
			return "", err
		}
		if err := hook(ctx, root, fmt.Sprint(event["hook_event_name"]), payload); err != nil {
			return "", fmt.Errorf("the hook failed: %w", err)
		}
	}
	return r.arrived(ctx, f)
}

// arrived drains, and checks that the task of a trial became an episode.
func (r *Recorder) arrived(ctx context.Context, f spool.File) (workspace string, err error) {
	if r.spool.File(f.Client, f.Session).Size == 0 {
		return "", errors.New("the hook wrote nothing into the spool")
	}
	if err := r.Flush(ctx); err != nil {
		return "", fmt.Errorf("the spool is not drained: %w", err)
	}
	s, err := r.home.readSession(f)
	if err != nil {
		return "", err
	}
	for _, t := range s.Tasks {
		_, err := r.Memory.Read(ctx, s.Workspace, t.Episode)
		return s.Workspace, err
	}
	return s.Workspace, errors.New("the lines of the spool became no episode")
}

// clean removes the traces of a trial.
func (r *Recorder) clean(ctx context.Context, f spool.File, root string) error {
	s, err := r.home.readSession(f)
	if err == nil {
		_, err = r.Forget(ctx, Selection{Session: f.Session})
	}
	if err == nil && s.Workspace != "" {
		err = errors.Join(durable.Remove(r.home.lessons(s.Workspace)), durable.Remove(spool.BriefFile(r.DataDir, s.Workspace)))
	}
	return errors.Join(err, f.Remove(), durable.Remove(r.home.session(f)), project.Forget(ctx, r.DataDir, root))
}
