package endpoints_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plotline/testing/kit/expect"
)

// addRecorded makes the first episode that of a task of a coding agent, with a line that may be told.
func (r fixture) addRecorded(t *testing.T) fixture {
	t.Helper()
	key, line, now := "rec1:claude-code:"+r.workspace+":one", "A line of "+r.workspace, time.Now().UnixMilli()
	r.task, r.line = recordedID(key), recordedID(line)
	home := filepath.Join(filepath.Dir(r.server.tokens), "recording")
	for file, content := range map[string]map[string]any{
		filepath.Join(home, "sessions", "claude-code", r.workspace+".json"): {
			"v": 1, "client": "claude-code", "session": r.workspace, "project": "/projects/" + r.workspace, "workspace": r.workspace, "last": now,
			"tasks": map[string]any{key: map[string]any{"episode": r.a, "started": now}},
		},
		filepath.Join(home, "lessons", r.workspace+".jsonl"): {
			"key": key, "episode": r.a, "started": now, "lines": []any{map[string]any{"kind": 0, "text": line}}, "facts": map[string]any{"ended": now},
		},
	} {
		text, err := json.Marshal(content)
		expect.NoError(t, err)
		expect.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		expect.NoError(t, os.WriteFile(file, append(text, '\n'), 0o600))
	}
	return r
}

// recordedID returns the id of a task by its key, or of a line by its text.
func recordedID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}
