package e2e_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/recording/spool"
	"plotline/testing/kit/serving"
)

// TestHookNeverFails calls plotline hook: the status 2, which other commands have for wrong arguments, would stop a person's
// prompt.
func TestHookNeverFails(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"hook"},
		{"hook", "--no-such-flag"},
		{"hook", "nobody", "Nothing"},
		{"hook", "claude-code", "UserPromptSubmit", "more", "--and=more"},
		{"hook", "--help"},
	} {
		if done := plotline(t, nil, args...); done.Status != 0 || done.Out+done.Err != "" {
			t.Errorf("plotline %v: status %d\n%s%s", args, done.Status, done.Out, done.Err)
		}
	}
}

// TestHookWrites checks that plotline hook does what plotline-hook does.
func TestHookWrites(t *testing.T) {
	t.Parallel()
	home, dataDir := t.TempDir(), t.TempDir()
	for file, text := range map[string]string{
		filepath.Join(home, ".config", "plotline", "record.json"): `{"v":1,"record":"on","data_dir":"` + dataDir + `"}`,
		filepath.Join(home, "shop", ".git", "HEAD"):               "ref: refs/heads/main\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), binary, "hook", "claude-code", "UserPromptSubmit")
	cmd.Env = append(serving.Environ(), "HOME="+home, "XDG_CONFIG_HOME=")
	cmd.Stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"fix it","cwd":"` + filepath.Join(home, "shop") + `"}`)
	must(t, serving.Finish(t, cmd))
	content, err := spool.In(dataDir).File("claude-code", "s").Read()
	if err != nil || len(content.Lines) != 2 || content.Lines[1].Text != "fix it" {
		t.Errorf("%+v, %v", content, err)
	}
}
