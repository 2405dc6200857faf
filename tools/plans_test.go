package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
)

// begun begins a plan of the kind and returns its id.
func begun(t *testing.T, c *client.Client, tool, folder string) string {
	t.Helper()
	var made struct {
		TaskID string `json:"taskId"`
	}
	result := call(t, c, tool, fmt.Sprintf(`{"mediaFolderPath":%q}`, folder))
	if err := json.Unmarshal(result.RawStructuredContent, &made); err != nil || made.TaskID == "" {
		t.Fatalf("%s: %v", text(t, result), err)
	}
	return made.TaskID
}

// TestPlanAsResource checks that the resource equals the result of get-plan, including the problems.
func TestPlanAsResource(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(allTools(t)...))
	id := begun(t, c, "beginRenameFilesTaskV2", "/media/no such show")
	call(t, c, "addRenameFileToTaskV2", fmt.Sprintf(`{"taskId":%q,"from":"/media/no such show/a.mkv","to":"/media/no such show/b.mkv"}`, id))
	want := text(t, call(t, c, "get-plan", `{"taskId":"`+id+`"}`))
	if !strings.Contains(want, `"problems":["Media folder \"/media/no such show\" does not exist"`) {
		t.Errorf("get-plan: %s", want)
	}
	for _, uri := range []string{"plotline://plans/" + id, "plotline://plans/" + strings.ToUpper(id)} {
		got, err := read(t, c, uri)
		if err != nil || got.MIMEType != "application/json" || got.Text != want || got.URI != uri {
			t.Errorf("%s: %v, %+v\nwant %s", uri, err, got, want)
		}
	}
}

// TestPlanThatIsNotThere checks that an unknown plan, and another's plan, answer like an unknown URI.
func TestPlanThatIsNotThere(t *testing.T) {
	t.Parallel()
	s := newServer(allTools(t)...)
	for _, id := range []string{"00000000-0000-7000-8000-000000000000", "nonsense", "../../secret", ""} {
		got := answer(t, s, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"plotline://plans/`+id+`"}}`)
		if got.Error.Code != -32002 || id != "" && !strings.Contains(got.Error.Message, "Task not found: "+id) {
			t.Errorf("%q: got %+v", id, got.Error)
		}
	}
}

// TestPlansAreCompleted completes by the beginning of the id, or part of the folder's path.
func TestPlansAreCompleted(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(allTools(t)...))
	first := begun(t, c, "beginRecognizeTask", "/media/Breaking Bad")
	second := begun(t, c, "beginRenameFilesTaskV2", "/media/Better Call Saul")
	const uri = "plotline://plans/{task_id}"
	for _, test := range []struct {
		uri, argument, typed string
		want                 []string
	}{
		{uri, "task_id", "", []string{first, second}},
		{uri, "task_id", second, []string{second}},
		{uri, "task_id", strings.ToUpper(first), []string{first}},
		{uri, "task_id", "breaking b", []string{first}},
		{uri, "task_id", "nowhere", []string{}},
		{uri, "episode_id", "", []string{}},
		{"plotline://episodes/{episode_id}", "task_id", "", []string{}},
	} {
		if diff := cmp.Diff(test.want, completed(t, c, test.uri, test.argument, test.typed)); diff != "" {
			t.Errorf("%s %s=%q (-want +got):\n%s", test.uri, test.argument, test.typed, diff)
		}
	}
}
