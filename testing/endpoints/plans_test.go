package endpoints_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/testing/kit/expect"
)

// step is a call of a use case that both APIs have. $task is the result of the newest begin.
type step struct{ name, args string }

// planScript covers plans up to the decision, and every error.
func planScript() []step {
	const (
		folder  = `{"mediaFolderPath":"$folder"}`
		unknown = `"taskId":"00000000-0000-4000-8000-00000000dead"`
		task    = `{"taskId":"$task"}`
	)
	return []step{
		{"list-media-folders", `{"limit":0}`},
		{"get-episodes", folder},
		{"get-episodes", `{"mediaFolderPath":"$folder/"}`},
		{"get-episodes", `{"mediaFolderPath":"/no such folder"}`},
		{"get-episodes", `{"mediaFolderPath":" "}`},
		{"get-episodes", `{}`},
		{"open-media-folder", folder},
		{"open-media-folder", `{"mediaFolderPath":"relative"}`},
		{"open-media-folder", `{"mediaFolderPath":"$folder/missing"}`},
		{"open-media-folder", `{"mediaFolderPath":"$folder","tmdbId":0}`},
		{"proposeRecognizePlan", folder},
		{"get_plan", task},
		{"proposeRecognizePlan", `{"mediaFolderPath":"$folder/missing"}`},
		{"beginRecognizeTask", `{"mediaFolderPath":"show"}`},
		{"beginRecognizeTask", folder},
		{"endRecognizeTask", task},
		{"addRecognizedMediaFile", `{"taskId":"$task","season":1,"episode":1,"path":"$folder/a.mkv"}`},
		{"addRecognizedMediaFile", `{"taskId":"$task","season":1,"episode":1,"path":"$folder/a.mkv"}`},
		{"addRecognizedMediaFile", `{"taskId":"$task","season":1,"episode":2,"path":"$folder/a.mkv"}`},
		{"addRecognizedMediaFile", `{"taskId":"$task","season":-1,"episode":2,"path":"$folder/a.mkv"}`},
		{"addRecognizedMediaFile", `{"taskId":"$task","season":1,"episode":3,"path":"$folder/missing.mkv"}`},
		{"addRecognizedMediaFile", `{"taskId":"$task","season":1,"episode":3,"path":"/etc/passwd"}`},
		{"addRecognizedMediaFile", `{"taskId":"$task","season":1,"episode":3,"path":"$folder/../x.mkv"}`},
		{"addRecognizedMediaFile", `{` + unknown + `,"season":1,"episode":3,"path":"$folder/b.mkv"}`},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/b.mkv","to":"$folder/h.mkv"}`},
		{"endRecognizeTask", task},
		{"endRecognizeTask", task},
		{"get_plan", task},
		{"beginRenameFilesTaskV2", folder},
		{"endRenameFilesTaskV2", task},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/a.mkv","to":"$folder/b.mkv"}`},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/b.mkv","to":"$folder/a.mkv"}`},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/b.mkv","to":"$folder/x.mkv"}`},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/x.mkv","to":"$folder/a.mkv"}`},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/y.mkv","to":"$folder 2/y.mkv"}`},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/y.mkv","to":"y.mkv"}`},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/y.mkv"}`},
		{"endRenameFilesTaskV2", task},
		{"addRenameFileToTaskV2", `{"taskId":"$task","from":"$folder/The.Show.S01E01.mkv","to":"$folder/1.mkv"}`},
		{"endRenameFilesTaskV2", `{` + unknown + `}`},
		{"endRenameFilesTaskV2", `{"taskId":"../secret"}`},
		{"get_plan", task},
		{"get_plan", `{` + unknown + `}`},
	}
}

// TestPlansOverBothAPIs runs the script over REST in one workspace and over MCP in another. Except for
// the names of folders and tasks, both must give the same results.
func TestPlansOverBothAPIs(t *testing.T) {
	t.Parallel()
	s := start(t)
	operations := s.operations(t)
	rest, mcp := s.mediaFixture(t).addGraph(t).addPlans(t), s.mediaFixture(t).addGraph(t).addPlans(t)
	var restTask, mcpTask string
	script, compared := planScript(), map[string]bool{}
	for _, st := range script {
		p := operationTable()[st.name]
		compared[st.name] = true
		args := filled(st.args, rest.folder, restTask)
		if why := whyNotExpressible(operations[st.name], args); why != "" {
			t.Logf("%s %s: %s", st.name, st.args, why)
			continue
		}
		byREST, restErr := s.call(t, rest.admin, operations[st.name], args)
		byMCP, mcpErr := s.tool(t, mcp.admin, p.tool(st.name), filled(st.args, mcp.folder, mcpTask))
		got := withoutVariables(t, byREST, restErr, rest.folder)
		want := withoutVariables(t, byMCP, mcpErr, mcp.folder)
		if st.name == "get_plan" { // the APIs use different words for an unknown plan
			want = strings.ReplaceAll(want, "Task not found", "Plan not found")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %s: MCP (-), REST (+):\n%s", st.name, st.args, diff)
		}
		if strings.HasPrefix(st.name, "begin") || strings.HasPrefix(st.name, "propose") {
			restTask, mcpTask = newest(t, byREST, restTask), newest(t, byMCP, mcpTask)
		}
	}
	for name, o := range operations {
		if _, lacks := withoutTool()[name]; o.ofMedia() && !lacks && !compared[name] {
			t.Errorf("%s is not in the script", name)
		}
	}
}

// TestMediaOverBothAPIs checks that both APIs give the same results for one workspace.
func TestMediaOverBothAPIs(t *testing.T) {
	t.Parallel()
	s := start(t)
	operations := s.operations(t)
	r := s.mediaFixture(t).addGraph(t).addPlans(t)
	for _, args := range []string{`{}`, `{"limit":1}`, `{"limit":1,"offset":1}`, `{"offset":5}`} {
		byREST, restErr := s.call(t, r.admin, operations["list-media-folders"], json.RawMessage(args))
		byMCP, mcpErr := s.tool(t, r.admin, "list-media-folders", json.RawMessage(args))
		if restErr != nil || mcpErr != nil || !bytes.Equal(bytes.TrimSpace(byREST), byMCP) || !bytes.Contains(byMCP, []byte(`"totalCount":1`)) {
			t.Errorf("%s: MCP %s, REST %s", args, byMCP, byREST)
		}
	}
}

func filled(args, folder, task string) json.RawMessage {
	return json.RawMessage(strings.NewReplacer("$folder", folder, "$task", task).Replace(args))
}

func newest(t *testing.T, result json.RawMessage, last string) string {
	t.Helper()
	if result == nil {
		return last
	}
	return textAt(object(t, result), "taskId")
}

var anyTime = regexp.MustCompile(`"\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d\d:\d\d)"`)

// anyToken is the name of a token, in the history of a plan.
var anyToken = regexp.MustCompile(`of ready\d+`)

// withoutVariables returns a reply without values that differ between workspaces.
func withoutVariables(t *testing.T, result json.RawMessage, err *fault.Error, folder string) string {
	t.Helper()
	text := strings.ReplaceAll(withoutIDsAndTimes(t, result, err), folder, "/folder")
	text = anyToken.ReplaceAllString(text, "a token")
	return strings.ReplaceAll(text, folder[strings.LastIndexByte(folder, '/')+1:], "folder") // a workspace, or a title made from it
}

// withoutIDsAndTimes returns a reply without ids and times.
func withoutIDsAndTimes(t *testing.T, result json.RawMessage, err *fault.Error) string {
	t.Helper()
	var text string
	if err == nil {
		text = string(expect.JSON(t, graphtest.DecodeJSON(t, result)))
	} else {
		text = string(expect.JSON(t, []any{err.Code, err.Details, err.Title(), err.Extra}))
	}
	return anyTime.ReplaceAllString(anyID.ReplaceAllString(text, "an id"), `"a time"`)
}

// TestLegacyRenaming checks every role. A role that may write may begin and fill a task. Clients of other
// workspaces cannot see it. If nobody can be asked, nothing is renamed.
func TestLegacyRenaming(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, role := range access.Roles() {
		r := s.mediaFixture(t).addGraph(t).addPlans(t)
		token, stranger := r.token(t, role), s.mediaFixture(t).token(t, role)
		begun, err := s.tool(t, token, "beginRenameFilesTask", filled(`{"mediaFolderPath":"$folder"}`, r.folder, ""))
		if role == access.Reader || role == access.Reviewer {
			if fault.CodeOf(asError(err)) != fault.PermissionDenied {
				t.Errorf("%s begins: %v", role, err)
			}
			continue
		}
		task := newest(t, begun, "")
		add := filled(`{"taskId":"$task","from":"$folder/a.mkv","to":"$folder/z.mkv"}`, r.folder, task)
		end := filled(`{"taskId":"$task"}`, r.folder, task)
		for _, call := range []struct {
			token, tool string
			args        json.RawMessage
			want        fault.Code
		}{
			{stranger, "addRenameFileToTask", add, fault.NotFound},
			{token, "endRenameFilesTask", end, fault.InvalidArgument}, // it is empty
			{token, "addRenameFileToTask", add, ""},
			{token, "addRenameFileToTask", add, fault.AlreadyExists},
			{stranger, "endRenameFilesTask", end, fault.NotFound},
			{token, "endRenameFilesTask", end, fault.Conflict},
		} {
			if _, err := s.tool(t, call.token, call.tool, call.args); fault.CodeOf(asError(err)) != call.want {
				t.Errorf("%s: %s: %v, want %q", role, call.tool, err, call.want)
			}
		}
	}
}

// TestPlansOfOtherWorkspaceAreHidden checks that they look like unknown ids, also to a reviewer, and are in
// no list.
func TestPlansOfOtherWorkspaceAreHidden(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.mediaFixture(t).addGraph(t).addPlans(t)
	const nobody = "00000000-0000-4000-8000-00000000dead"
	for _, role := range access.Roles() {
		strange := s.newFixture(t).token(t, role)
		for _, path := range []string{"/api/v1/plans", "/api/v1/plans?status=pending"} {
			if got := s.send(t, strange, http.MethodGet, path, ""); string(bytes.TrimSpace(got.body)) != `{"plans":[]}` {
				t.Errorf("%s: %s: %s", role, path, got.body)
			}
		}
		if got := s.send(t, strange, http.MethodPost, "/api/getPendingPlans", ""); string(bytes.TrimSpace(got.body)) != `{"data":[],"renamePlans":[]}` {
			t.Errorf("%s: %s", role, got.body)
		}
		got := s.send(t, strange, http.MethodGet, "/api/v1/plans/"+r.ready, "")
		unknown := s.send(t, strange, http.MethodGet, "/api/v1/plans/"+nobody, "")
		if got.status != http.StatusNotFound || strings.ReplaceAll(withoutID(got.body), r.ready, nobody) != withoutID(unknown.body) {
			t.Errorf("%s: %s, and of nobody %s", role, got.body, unknown.body)
		}
		uri := "plotline://plans/" + r.ready
		if read := s.rpc(t, strange, "resources/read", uri, fmt.Sprintf(`"uri":%q`, uri)); read.rpc(t).Error == nil {
			t.Errorf("%s reads %s", role, read.body)
		}
		if own := s.rpc(t, r.token(t, role), "resources/read", uri, fmt.Sprintf(`"uri":%q`, uri)); own.rpc(t).Error != nil {
			t.Errorf("%s reads %s", role, own.body)
		}
		completed := s.rpc(t, strange, "completion/complete", "",
			`"ref":{"type":"ref/resource","uri":"plotline://plans/{task_id}"},"argument":{"name":"task_id","value":""}`)
		if completed.rpc(t).Error != nil || strings.Contains(string(completed.body), r.ready) {
			t.Errorf("%s completes to %s", role, completed.body)
		}
	}
}
