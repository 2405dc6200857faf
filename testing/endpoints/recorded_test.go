package endpoints_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/internal/recording/spool"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/liveclient"
	"plotline/testing/kit/serving"
)

// recordedList is what GET /recorded answers, as far as tests look at it.
type recordedList struct {
	Record, Recorder string
	Here             bool
	PausedUntil      *time.Time `json:"paused_until"`
	Total            int
	Today            []struct {
		Project string
		Tasks   int
	}
	Sessions []struct {
		Project, Session string
		Tasks            []struct {
			ID, Name, Asked, Episode, Verdict string
			Reward                            *float64
			Because                           []string
			Lines                             []struct{ ID, Text, Pin string }
		}
	}
}

func (s *server) recorded(t *testing.T, token string) (list recordedList) {
	t.Helper()
	got := s.send(t, token, http.MethodGet, "/api/v1/recorded", "")
	if got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	expect.NoError(t, json.Unmarshal(got.body, &list))
	return list
}

// recording is a server without tokens on a machine whose agents are recorded.
type recording struct {
	*server
	dir, settings, project string
}

func (r recording) configure(t *testing.T, record string, pausedUntil int64) {
	t.Helper()
	text := fmt.Sprintf(`{"v":1,"record":%q,"store":"embedded","data_dir":%q,"paused_until":%d}`, record, r.dir, pausedUntil)
	expect.NoError(t, os.MkdirAll(filepath.Dir(r.settings), 0o700))
	expect.NoError(t, os.WriteFile(r.settings, []byte(text), 0o600))
}

func startRecording(t *testing.T, args ...string) recording {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	expect.NoError(t, err)
	r := recording{dir: filepath.Join(home, "data"), settings: filepath.Join(home, "config", "plotline", "record.json"), project: filepath.Join(home, "shop")}
	expect.NoError(t, os.MkdirAll(filepath.Join(r.project, ".git"), 0o700))
	r.configure(t, "on", 0)
	env := []string{"HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, "config")}
	started := serving.Start(t, binary, env, append([]string{"--store", "embedded", "--data-dir", r.dir}, args...)...)
	t.Cleanup(closeIdle)
	r.server = &server{Server: started, url: started.URL, host: started.Host(), tokens: filepath.Join(r.dir, "tokens.json")}
	return r
}

// work writes what a hook writes of a task in which a test fails and then passes.
func (r recording) work(t *testing.T, session, prompt string) {
	t.Helper()
	yes, failed, passed := true, 1, 0
	now := time.Now().UnixMilli()
	expect.NoError(t, spool.In(r.dir).Append("claude-code", session,
		spool.Line{T: now, Kind: spool.Session, Source: "startup", Project: r.project, Branch: "main"},
		spool.Line{T: now, Kind: spool.Prompt, Task: "one", Text: prompt},
		spool.Line{T: now + 1, Kind: spool.Tool, Task: "one", ID: "1", Class: spool.Shell, Command: "go test ./...", Exit: &failed, First: "lost update", Tail: "lost update\nFAIL"},
		spool.Line{T: now + 2, Kind: spool.Tool, Task: "one", ID: "2", Class: spool.Edit, Path: "cart/store.go", OK: &yes},
		spool.Line{T: now + 3, Kind: spool.Tool, Task: "one", ID: "3", Class: spool.Shell, Command: "go test ./...", Exit: &passed, Tail: "ok  \tshop/cart\t0.1s"},
		spool.Line{T: now + 4, Kind: spool.End, Task: "one", How: spool.Stopped, Words: "Done."},
		spool.Line{T: now + 5, Kind: spool.Close},
	))
}

// TestRecorded goes the whole way of the page: what a hook wrote is listed, judged, pinned and forgotten.
func TestRecorded(t *testing.T) {
	t.Parallel()
	r := startRecording(t)
	if list := r.recorded(t, ""); list.Record != "on" || !list.Here || list.Total != 0 || len(list.Sessions) != 0 {
		t.Errorf("before anything was recorded: %+v", list)
	}
	if about := r.send(t, "", http.MethodGet, "/api/v1/about", "").ok(t); about["recorded"] != true {
		t.Errorf("the pages are told %v", about)
	}
	page := liveclient.Open(t, r.url, "")
	r.work(t, "s1", "Make the cart safe for concurrent use")
	page.Until(t, func(e liveclient.Event) bool { return e.Name == "recordedUpdated" && string(e.Body) == "{}" })
	list := r.recorded(t, "")
	written := func() bool { return list.Total > 0 && list.Sessions[0].Tasks[0].Reward != nil } // the recorder lists a task before its episode
	for deadline := time.Now().Add(time.Minute); !written() && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		list = r.recorded(t, "")
	}
	if list.Recorder != "answers" || list.Total != 1 || len(list.Today) != 1 || list.Today[0].Project != "shop" || list.Today[0].Tasks != 1 {
		t.Fatalf("the list is %+v", list)
	}
	task := list.Sessions[0].Tasks[0]
	if list.Sessions[0].Project != "shop" || task.Asked != "Make the cart safe for concurrent use" || task.Reward == nil || *task.Reward != 0.5 ||
		len(task.Because) != 1 || len(task.Lines) == 0 {
		t.Fatalf("the task is %+v", task)
	}
	path, line := "/api/v1/recorded/tasks/"+task.ID, "/api/v1/recorded/lines/"+task.Lines[0].ID
	r.send(t, "", http.MethodPost, path+"/verdict", `{"verdict":"bad"}`).ok(t)
	r.send(t, "", http.MethodPatch, line, `{"pin":"never"}`).ok(t)
	if now := r.recorded(t, "").Sessions[0].Tasks[0]; *now.Reward != -1 || now.Verdict != "bad" || now.Lines[0].Pin != "never" {
		t.Errorf("after a verdict and a pin: %+v", now)
	}
	r.send(t, "", http.MethodPost, path+"/verdict", `{"verdict":"none"}`).ok(t)
	r.send(t, "", http.MethodPatch, line, `{"pin":"none"}`).ok(t)
	if now := r.recorded(t, "").Sessions[0].Tasks[0]; *now.Reward != 0.5 || now.Verdict != "" || now.Lines[0].Pin != "" {
		t.Errorf("after both were taken back: %+v", now)
	}
	r.send(t, "", http.MethodPost, path+"/verdict", `{"verdict":"fine"}`).refused(t, http.StatusBadRequest, fault.InvalidArgument, "good")
	if forgot := r.send(t, "", http.MethodDelete, path, "").ok(t); fmt.Sprint(forgot["episodes"]) != "1" {
		t.Errorf("forgot %v", forgot)
	}
	r.send(t, "", http.MethodDelete, path, "").refused(t, http.StatusNotFound, fault.NotFound, "there is no task")
	if list := r.recorded(t, ""); list.Total != 0 {
		t.Errorf("after it was forgotten: %+v", list)
	}
	r.configure(t, "on", time.Now().Add(time.Hour).UnixMilli())
	if list := r.recorded(t, ""); list.PausedUntil == nil {
		t.Errorf("in a pause: %+v", list)
	}
	r.configure(t, "off", 0)
	if about := r.send(t, "", http.MethodGet, "/api/v1/about", "").ok(t); about["recorded"] != true || r.recorded(t, "").Record != "off" {
		t.Errorf("while it is off the pages are told %v", about)
	}
}

// TestRecordedIsPersonal checks that nothing of it is shown to a reader, a page that visits a workspace, or a token of another
// workspace, and that no tool has it.
func TestRecordedIsPersonal(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t).addRecorded(t)
	if list := s.recorded(t, r.admin); list.Total != 1 || list.Sessions[0].Tasks[0].ID != r.task || strings.Contains(list.Sessions[0].Project, "/") {
		t.Errorf("its admin sees %+v", list)
	}
	other := s.newFixture(t).addRecorded(t)
	got := s.send(t, other.admin, http.MethodGet, "/api/v1/recorded", "")
	if text := string(got.body); !strings.Contains(text, other.task) || strings.Contains(text, r.task) || strings.Contains(text, r.workspace) {
		t.Errorf("another admin sees %s", text)
	}
	for _, role := range []access.Role{access.Reader, access.Writer, access.Reviewer} {
		token := r.token(t, role)
		s.send(t, token, http.MethodGet, "/api/v1/recorded", "").refused(t, http.StatusForbidden, fault.PermissionDenied, "may not call list_recorded")
		if about := s.send(t, token, http.MethodGet, "/api/v1/about", "").ok(t); about["recorded"] != false {
			t.Errorf("the pages of a %s are told %v", role, about)
		}
	}
	open := startRecording(t)
	open.send(t, "", http.MethodPost, "/api/v1/episodes", `{"query":"of the server's own workspace","reward":0}`).ok(t)
	open.work(t, "s1", "Make the cart safe for concurrent use")
	names := ""
	for deadline := time.Now().Add(time.Minute); !strings.Contains(names, "shop-") && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		names = string(open.send(t, "", http.MethodGet, "/api/v1/workspaces", "").body)
	}
	_, after, _ := strings.Cut(names, `"shop-`)
	visit := []string{"Plotline-Workspace", "shop-" + after[:min(len(after), 8)]}
	open.send(t, "", http.MethodGet, "/api/v1/recorded", "", visit...).refused(t, http.StatusForbidden, fault.PermissionDenied, "may not call list_recorded")
	if about := open.send(t, "", http.MethodGet, "/api/v1/about", "", visit...).ok(t); about["recorded"] != true {
		t.Errorf("a visiting page is told %v", about)
	}
	quiet := startRecording(t, "--read-only")
	quiet.send(t, "", http.MethodGet, "/api/v1/recorded", "").refused(t, http.StatusForbidden, fault.PermissionDenied, "may not call list_recorded")
	if about := quiet.send(t, "", http.MethodGet, "/api/v1/about", "").ok(t); about["recorded"] != false {
		t.Errorf("a page that may only read is told %v", about)
	}
}
