package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/liveclient"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

// renaming is a folder with a file, and an agent over stdio that wants to rename it.
type renaming struct {
	*server
	dir, show, task string
}

// newRenaming starts `plotline mcp` on the data folder and begins a rename with the legacy tools, which ask
// at the end.
func newRenaming(t *testing.T, dir string) renaming {
	t.Helper()
	r := renaming{server: serve(t, nil, "--store", "embedded", "--data-dir", dir, "--toolsets", "legacy"), dir: dir, show: filepath.Join(t.TempDir(), "Show")}
	expect.WriteFiles(t, r.show, "old.mkv")
	r.task, _ = r.call("beginRenameFilesTask", map[string]any{"mediaFolderPath": r.show})["taskId"].(string)
	r.call("addRenameFileToTask", map[string]any{"taskId": r.task, "from": r.show + "/old.mkv", "to": r.show + "/new.mkv"})
	return r
}

// finish requests the decision and returns the channel of the reply.
func (r renaming) finish() <-chan stdioclient.Message {
	r.t.Helper()
	_, answer := r.begin("tools/call", map[string]any{"name": "endRenameFilesTask", "arguments": map[string]any{"taskId": r.task}})
	return answer
}

// checkFiles checks the folder's content, and that no question is left in the data folder.
func (r renaming) checkFiles(want string) {
	r.t.Helper()
	entries, err := os.ReadDir(r.show)
	if err != nil || len(entries) != 1 || entries[0].Name() != want {
		r.t.Errorf("the folder holds %v, want %s: %v", entries, want, err)
	}
	if left, err := filepath.Glob(filepath.Join(r.dir, "questions", "*.json")); err != nil || len(left) > 0 {
		r.t.Errorf("questions are left: %v %v", left, err)
	}
}

// TestAgentAsksThroughPage checks that an agent of `plotline mcp` asks the page of `plotline serve` on the
// same data folder, and gets the answer given there.
func TestAgentAsksThroughPage(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		says      any
		confirmed bool
		then      string
	}{
		"yes": {map[string]bool{"confirmed": true}, true, "new.mkv"},
		"no":  {map[string]bool{"confirmed": false}, false, "old.mkv"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := privateDir(t)
			s := serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", dir)
			waitFor(t, filepath.Join(dir, "questions")) // serve now shows questions
			page := liveclient.Open(t, s.URL, "")
			r := newRenaming(t, dir)
			answer := r.finish()
			events := page.Until(t, func(e liveclient.Event) bool { return e.Name == "askForRenameFilesConfirmation" })
			question := events[len(events)-1]
			var asked struct {
				TaskID, MediaFolderPath string
				Files                   []struct{ From, To string }
			}
			if err := json.Unmarshal(question.Body, &asked); err != nil || asked.TaskID != r.task || asked.MediaFolderPath != r.show ||
				len(asked.Files) != 1 || asked.Files[0].From != r.show+"/old.mkv" || asked.Files[0].To != r.show+"/new.mkv" {
				t.Errorf("the page is asked %s, %v", question.Body, err)
			}
			page.Answer(t, question, tt.says)
			got := r.await(answer)
			var reply struct{ Success, Confirmed bool }
			if err := json.Unmarshal(got.Result.Structured, &reply); err != nil || got.Result.IsError || !reply.Success || reply.Confirmed != tt.confirmed {
				t.Errorf("the agent gets %s %v %v", got.Result.Structured, got.Result.Content, err)
			}
			page.Until(t, func(e liveclient.Event) bool { return e.Name == "renameFilesConfirmationSettled" })
			r.checkFiles(tt.then)
		})
	}
}

// TestAgentWithoutPageRenamesNothing runs an agent whose client cannot ask its user, without serve and with
// serve but no open page. The agent must learn at once that nobody could be asked and what to do. Nothing is
// renamed.
func TestAgentWithoutPageRenamesNothing(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, dir string){
		"no serve":        func(*testing.T, string) {},
		"serve has ended": func(t *testing.T, dir string) { t.Helper(); serveBriefly(t, dir) },
		"no page": func(t *testing.T, dir string) {
			t.Helper()
			serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", dir)
			waitFor(t, filepath.Join(dir, "questions"))
		},
		"a page of another workspace": func(t *testing.T, dir string) {
			t.Helper()
			s := serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", dir, "--workspace", "other")
			waitFor(t, filepath.Join(dir, "questions"))
			liveclient.Open(t, s.URL, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := privateDir(t)
			prepare(t, dir)
			r := newRenaming(t, dir)
			got := r.expectError("endRenameFilesTask", map[string]any{"taskId": r.task})
			if got.Code != "conflict" || !strings.Contains(got.Details, "Nobody could be asked to confirm: open Plotline's page") {
				t.Errorf("the agent gets %+v", got)
			}
			r.checkFiles("old.mkv")
		})
	}
}

// waitFor waits until a file or folder exists.
func waitFor(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is not there", path)
		}
	}
}
