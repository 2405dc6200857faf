package servers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/neo4jtest"
)

// TestTasksAreSharedByTheDataFolder makes each call of a task at another server.
func TestTasksAreSharedByTheDataFolder(t *testing.T) {
	t.Parallel()
	w := start(t, neo4jtest.LTS, inTurn)
	task := w.begin(t, "beginRenameFilesTaskV2")
	for _, call := range []struct{ tool, args string }{
		{"addRenameFileToTaskV2", w.renameArgs(task)},
		{"endRenameFilesTaskV2", fmt.Sprintf(`{"taskId":%q}`, task)},
		{"get-plan", fmt.Sprintf(`{"taskId":%q}`, task)},
	} {
		var ok struct{}
		w.modern(t, call.tool, call.args, "").must(t, &ok)
	}
	w.checkAllServed(t)
}

// TestOlderTasksStayAtTheirServer checks the older tools. A task is in the memory of one server. A question of modern
// MCP needs that server too: its state is sealed with a key of the process.
func TestOlderTasksStayAtTheirServer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		choose choice
	}{{"in turn", inTurn}, {"token", byHeader("Authorization")}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := start(t, neo4jtest.LTS, c.choose)
			task := w.begin(t, "beginRenameFilesTask")
			added := w.modern(t, "addRenameFileToTask", w.renameArgs(task), "")
			if c.name == "in turn" {
				if !added.IsError || !strings.Contains(added.Content[0].Text, "Task not found: ") {
					t.Errorf("another server: %+v", added)
				}
				return
			}
			var ok struct{}
			added.must(t, &ok)
			args := fmt.Sprintf(`{"taskId":%q}`, task)
			answer := w.modern(t, "endRenameFilesTask", args, "").accept(t)
			rejected := w.modernAt(t, w.other(), "endRenameFilesTask", args, answer)
			if !rejected.IsError || !strings.Contains(rejected.Content[0].Text, "requestState does not belong to this call") {
				t.Errorf("another server: %+v", rejected)
			}
			w.modern(t, "endRenameFilesTask", args, answer).must(t, &ok)
			if _, err := os.Stat(filepath.Join(w.media, "b.mkv")); err != nil {
				t.Error(err)
			}
		})
	}
}

// accept returns the members that repeat a call that ended with a question.
func (r toolResult) accept(t *testing.T) string {
	t.Helper()
	if r.Type != "input_required" || len(r.Requests) != 1 || r.State == "" {
		t.Fatalf("got %+v, want a question", r)
	}
	for id := range r.Requests {
		return fmt.Sprintf(`"requestState":%q,"inputResponses":{%q:{"action":"accept","content":{"confirm":true}}},`, r.State, id)
	}
	return ""
}

// begin creates a video and begins a task that may rename it.
func (w *world) begin(t *testing.T, tool string) (task string) {
	t.Helper()
	expect.WriteFiles(t, w.media, "a.mkv")
	var begun struct {
		Task string `json:"taskId"`
	}
	w.modern(t, tool, fmt.Sprintf(`{"mediaFolderPath":%q}`, w.media), "").must(t, &begun)
	return begun.Task
}

func (w *world) renameArgs(task string) string {
	return fmt.Sprintf(`{"taskId":%q,"from":%q,"to":%q}`, task, filepath.Join(w.media, "a.mkv"), filepath.Join(w.media, "b.mkv"))
}
