package attacks_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/liveclient"
	"plotline/testing/kit/tier"
)

// tenants are two workspaces on one server, each with its own media root. A has opened a folder, and its
// plans wait for decisions.
type tenants struct {
	*server

	folder, other         string // of A, and of B
	a                     string // the token of A's admin
	ready, applied, begun string // plans of A
}

// newTenants creates both workspaces.
func newTenants(t *testing.T, p protocol) tenants {
	t.Helper()
	media := t.TempDir()
	n := tenants{folder: filepath.Join(media, "a", "Show"), other: filepath.Join(media, "b", "Show")}
	for _, folder := range []string{n.folder, n.other} {
		expect.WriteFiles(t, folder, "Show S01E01.mkv", "Show S01E02.mkv", "old.mkv")
	}
	expect.WriteFile(t, filepath.Join(n.folder, "tvshow.nfo"), `<tvshow><title>A secret show</title></tvshow>`)
	n.server = p.start(t, "--media-root", "a="+filepath.Dir(n.folder), "--media-root", "b="+filepath.Dir(n.other))
	n.a = n.token(t, "a", access.Admin)
	n.must(t, http.StatusOK, http.MethodPost, "/api/v1/media/open", n.a, inFolder(n.folder))
	n.ready = n.plan(t, "Show S01E01.mkv", "1.mkv")
	n.applied = n.plan(t, "old.mkv", "new.mkv")
	n.begun = n.begin(t, n.a, "renames", n.folder)
	n.must(t, http.StatusOK, http.MethodPost, "/api/v1/plans/"+n.applied+"/apply", n.a, "")
	return n
}

// plan creates a rename of A that waits for its decision.
func (n tenants) plan(t *testing.T, from, to string) (id string) {
	t.Helper()
	return n.renamePlan(t, n.a, n.folder, filepath.Join(n.folder, from), filepath.Join(n.folder, to))
}

// listState lists A's files, plans and metadata.
func (n tenants) listState(t *testing.T) string {
	t.Helper()
	entries, err := os.ReadDir(n.folder)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, entry := range entries {
		fmt.Fprintln(&all, entry.Name())
	}
	for _, path := range []string{"/api/v1/plans", "/api/v1/media"} {
		all.Write(n.must(t, http.StatusOK, http.MethodGet, path, n.a, "").body)
	}
	return all.String()
}

// attempt is a request for A's data, by REST or by a tool.
type attempt struct{ method, path, tool, args string }

func (n tenants) attempts() []attempt {
	folder := inFolder(n.folder)
	entry := fmt.Sprintf(`"from":%q,"to":%q`, filepath.Join(n.folder, "Show S01E02.mkv"), filepath.Join(n.folder, "2.mkv"))
	post, plans := http.MethodPost, "/api/v1/plans/"
	return []attempt{
		{post, "/api/v1/media/open", "open-media-folder", folder},
		{post, plans + "recognitions/propose", "proposeRecognizePlan", folder},
		{post, plans + "recognitions", "beginRecognizeTask", folder},
		{post, plans + "renames", "beginRenameFilesTaskV2", folder},
		{"", "", "beginRenameFilesTask", folder},
		{post, "/api/v1/media/open", "open-media-folder", inFolder(filepath.Join(n.other, "link"))},
		{"", "", "get-episodes", folder},
		{post, plans + "renames/" + n.begun + "/files", "", `{` + entry + `}`},
		{"", "", "addRenameFileToTaskV2", `{"taskId":"` + n.begun + `",` + entry + `}`},
		{post, plans + "renames/" + n.begun + "/end", "", ``},
		{"", "", "endRenameFilesTaskV2", `{"taskId":"` + n.begun + `"}`},
		{http.MethodGet, plans + n.ready, "get-plan", `{"taskId":"` + n.ready + `"}`},
		{post, plans + n.ready + "/apply", "", `{}`},
		{post, plans + n.ready + "/check", "", `{}`},
		{http.MethodPatch, plans + n.ready, "", `{"changes":[{"row":0,"to":"/x.mkv"}]}`},
		{post, plans + n.applied + "/undo", "", `{}`},
		{post, "/api/updatePlan", "", `{"planId":"` + n.ready + `","status":"rejected"}`},
	}
}

// call calls a tool. The result ok is false for every error.
func (n tenants) call(t *testing.T, token, tool, args string) (body []byte, ok bool) {
	t.Helper()
	call := statelessCall("tools/call", tool, fmt.Sprintf(`"name":%q,"arguments":%s`, tool, args))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	got, err := n.do(ctx, http.MethodPost, call.path, token, call.body, call.headers...)
	if err != nil {
		t.Fatal(err)
	}
	return got.body, got.status == http.StatusOK && !strings.Contains(string(got.body), `"isError":true`) &&
		!strings.Contains(string(got.body), `"error":{"code"`)
}

// TestMediaOfOtherWorkspaceIsHidden checks that no role of another workspace can read or change a tenant's
// media folders and plans, by REST or by MCP.
func TestMediaOfOtherWorkspaceIsHidden(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		n := newTenants(t, p)
		expect.NoError(t, os.Symlink(n.folder, filepath.Join(n.other, "link")))
		before := n.listState(t)
		listener := liveclient.OpenBy(t, n.clients.another(), n.URL, n.token(t, "b", access.Admin), "")
		for _, role := range access.Roles() {
			b := n.token(t, "b", role)
			for _, a := range n.attempts() {
				if a.path != "" {
					got, err := n.do(t.Context(), a.method, a.path, b, []byte(a.args))
					if err != nil || got.status != http.StatusForbidden && got.status != http.StatusNotFound {
						t.Errorf("%s: %s %s: %d %.300s %v", role, a.method, a.path, got.status, got.body, err)
					}
				}
				if a.tool != "" {
					if reply, ok := n.call(t, b, a.tool, a.args); ok || strings.Contains(string(reply), "secret") {
						t.Errorf("%s: %s answers %.300s", role, a.tool, reply)
					}
				}
			}
			for _, path := range []string{"/api/v1/media", "/api/v1/plans"} {
				if got := n.must(t, http.StatusOK, http.MethodGet, path, b, ""); strings.Contains(string(got.body), n.folder) {
					t.Errorf("%s: %s shows %s", role, path, got.body)
				}
			}
			for _, tool := range []string{"list-media-folders", "list-pending-plans"} {
				if reply, ok := n.call(t, b, tool, `{}`); !ok || strings.Contains(string(reply), n.folder) {
					t.Errorf("%s: %s answers %s", role, tool, reply)
				}
			}
		}
		if after := n.listState(t); after != before {
			t.Errorf("something of another workspace has changed: before\n%s\nafter\n%s", before, after)
		}
		n.must(t, http.StatusOK, http.MethodPost, "/api/v1/plans/"+n.ready+"/apply", n.a, "") // A notifies only its own pages
		own := n.begin(t, n.token(t, "b", access.Admin), "renames", n.other)
		n.must(t, http.StatusOK, http.MethodPost, "/api/updatePlan", n.token(t, "b", access.Admin), `{"planId":"`+own+`","status":"rejected"}`)
		events := listener.Until(t, func(e liveclient.Event) bool { return strings.Contains(string(e.Body), own) })
		if slices.ContainsFunc(events, func(e liveclient.Event) bool {
			return strings.Contains(string(e.Body), n.ready) || strings.Contains(string(e.Body), n.applied)
		}) {
			t.Errorf("a page of B hears of A's plans: %s", events)
		}
		n.checkAlive(t)
	})
}

// TestWorkspaceWithoutRootReachesNoFolder checks that it reaches no folder, and that the error says what to
// configure.
func TestWorkspaceWithoutRootReachesNoFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, args := range map[string][]string{"no root at all": nil, "a root of another": {"--media-root", folder}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := plain.start(t, args...)
			got := s.must(t, http.StatusForbidden, http.MethodPost, "/api/v1/media/open", s.token(t, "c", access.Admin),
				inFolder(folder))
			if !strings.Contains(string(got.body), "--media-root c=PATH") {
				t.Errorf("it says %s", got.body)
			}
		})
	}
}

// TestAbandonedRenameTasksBlockNobody checks that a workspace which leaves tasks unfinished blocks neither
// another workspace nor itself.
func TestAbandonedRenameTasksBlockNobody(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		n := newTenants(t, p)
		b := n.token(t, "b", access.Writer)
		for i := range 1100 {
			if reply, ok := n.call(t, b, "beginRenameFilesTask", inFolder(n.other)); !ok {
				t.Fatalf("task %d: %s", i, reply)
			}
		}
		if reply, ok := n.call(t, n.a, "beginRenameFilesTask", inFolder(n.folder)); !ok {
			t.Errorf("A is told %s", reply)
		}
		n.checkAlive(t)
	})
}
