package recorder_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/spool"
)

// rowOf is what a row of either client's record says of its task and its time.
type rowOf struct {
	Timestamp time.Time `json:"timestamp"`
	Prompt    string    `json:"promptId"`
	Payload   struct {
		Turn string `json:"turn_id"`
	} `json:"payload"`
}

// TestTranscripts checks on the records that real clients kept that uses of tools come from them, and that a record which cannot
// be read is said and leaves the prompts.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	for client, tasks := range map[string][]string{
		"claude-code": {"b58a23cd-6894-41be-882a-b4dc30808b89", "1d6bcc3d-ca68-4a72-bad3-07535cff4e16"},
		"codex":       {"01a21562-7b2a-7ac2-86b4-bff0c7a0f19f", "01a21567-b52a-7140-b1ad-ebb3efcbcffa"},
	} {
		t.Run(client, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			raw, err := os.ReadFile(filepath.Join("..", "transcript", "testdata", client+".jsonl"))
			w.must(err)
			text := strings.ReplaceAll(string(raw), "/home/user/project", w.root)
			file := filepath.Join(t.TempDir(), "session.jsonl")
			w.must(os.WriteFile(file, []byte(text), 0o600)) //nolint:gosec // the path is of this test
			begun, ended := map[string]time.Time{}, map[string]time.Time{}
			for line := range strings.Lines(text) {
				var row rowOf
				if json.Unmarshal([]byte(line), &row) != nil || row.Timestamp.IsZero() {
					continue
				}
				name := row.Prompt + row.Payload.Turn
				if begun[name].IsZero() {
					begun[name] = row.Timestamp
				}
				ended[name] = row.Timestamp
			}
			add := func(session string, lines ...spool.Line) { w.must(spool.In(w.data).Append(client, session, lines...)) }
			for _, session := range []string{"whole", "gone"} {
				path := file
				if session == "gone" {
					path += ".none"
				}
				add(session, spool.Line{T: begun[tasks[0]].UnixMilli() - 1000, Kind: spool.Session, Source: "startup", Project: w.root, Transcript: path})
				for _, name := range tasks {
					add(session,
						spool.Line{T: begun[name].UnixMilli(), Kind: spool.Prompt, Task: name, Text: "Make the calculator in " + session + " correct: " + name},
						spool.Line{T: ended[name].UnixMilli() + 5, Kind: spool.End, Task: name, How: spool.Stopped, Words: "Done."})
				}
				w.now = ended[tasks[1]].Add(time.Minute)
				w.flush(nil)
			}
			kept := 0
			for _, e := range w.episodes() {
				r := recording(t, e)
				if r["session"] == "gone" {
					t.Errorf("an episode without any use of a tool: %v", r)
					continue
				}
				kept++
				if r["source"] != "transcript" || r["calls"] == 0.0 || r["checks"] == nil && r["files"] == nil {
					t.Errorf("recorded %v", r)
				}
			}
			if kept != len(tasks) {
				t.Errorf("%d episodes", kept)
			}
			status, err := w.recorder(nil).Status(t.Context())
			if err != nil || len(status.Clients) != 1 || status.Clients[0].Unread != 1 {
				t.Errorf("the status is %+v, %v", status.Clients, err)
			}
		})
	}
}
