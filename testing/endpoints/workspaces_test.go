package endpoints_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/api/tokens"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/testing/kit/liveclient"
)

// tokenOf creates a token of several workspaces, the first of which is its own.
func (s *server) tokenOf(t *testing.T, role access.Role, workspaces ...string) (name, secret string) {
	t.Helper()
	name = graphtest.Workspace() // a unique name
	_, secret, err := tokens.Create(t.Context(), s.tokens, tokens.Request{Name: name, Role: role, Workspace: workspaces[0], Others: workspaces[1:]})
	if err != nil {
		t.Fatal(err)
	}
	return name, secret
}

// inWorkspace calls an operation as a page in a workspace.
func (r fixture) inWorkspace(o operation, p permission, workspace string) attempt {
	call := func(t *testing.T, token string) reply {
		t.Helper()
		path, body := o.address(t, p.arguments(r))
		return r.server.send(t, token, o.Method, path, body, "Plotline-Workspace", workspace, "Sec-Fetch-Site", "same-origin")
	}
	return attempt{"REST of a page", func(t *testing.T, token string) (*fault.Error, []byte) {
		t.Helper()
		got := call(t, token)
		if got.status < http.StatusBadRequest {
			return nil, got.body
		}
		return got.problem(t), got.body
	}, call}
}

// TestChosenWorkspaceOfEveryRoute calls every operation with tokens of two workspaces. Whatever the token lists, a
// request finds and changes only what the chosen workspace has: graph, media roots, plans and scenes.
//
//nolint:tparallel // the shared workspace is checked when all operations are done
func TestChosenWorkspaceOfEveryRoute(t *testing.T) {
	t.Parallel()
	table := operationTable()
	s := startWithWorkspaces(t, workspacesFor(table))
	operations := s.operations(t)
	full, empty := s.mediaFixture(t).addGraph(t).addPlans(t).addProject(t).addRecorded(t), s.mediaFixture(t).addGraph(t)
	before := full.contents(t)
	_, reader := s.tokenOf(t, access.Reader, empty.workspace, full.workspace)
	_, admin := s.tokenOf(t, access.Admin, empty.workspace, full.workspace)
	stranger := s.token(t, empty.workspace, access.Admin)
	t.Run("operations", func(t *testing.T) { // waits for all of them
		for name, p := range table {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o := operations[name]
				// A workspace that the token does not list, for a role that may do everything.
				full.inWorkspace(o, p, full.workspace).rejected(t, stranger).refused(t, http.StatusForbidden, fault.PermissionDenied, "you have no access to the workspace")
				full.inWorkspace(o, p, full.workspace).rejected(t, "nonsense").refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
				full.checkElsewhere(t, full.inWorkspace(o, p, empty.workspace), admin, p)
				full.checkChosen(t, o, p, reader)
			})
		}
	})
	full.checkUnchanged(t, before)
}

// checkElsewhere calls an operation with what the fixture has, in the other workspace of the token.
func (r fixture) checkElsewhere(t *testing.T, k attempt, token string, p permission) {
	t.Helper()
	if p.writes && !p.ids && !p.inRoot { // it writes there
		return
	}
	err, body := k.call(t, token)
	switch {
	case p.ids && fault.CodeOf(asError(err)) != fault.NotFound:
		t.Errorf("in the other workspace: %v, want not_found", err)
	case p.inRoot && fault.CodeOf(asError(err)) != fault.PermissionDenied:
		t.Errorf("in a folder of the other workspace: %v, want permission_denied", err)
	}
	r.checkHidden(t, body, p)
}

// checkChosen calls an operation in the fixture's workspace, or in a new one if it writes.
func (r fixture) checkChosen(t *testing.T, o operation, p permission, reader string) {
	t.Helper()
	err, _ := r.inWorkspace(o, p, r.workspace).call(t, reader)
	if denied := fault.CodeOf(asError(err)) == fault.PermissionDenied; denied == p.allows(access.Reader) || !denied && err != nil {
		t.Errorf("a reader: %v", err)
	}
	if p.writes {
		own := r.server.fixtureFor(t, o, p)
		_, token := r.server.tokenOf(t, access.Admin, r.server.workspace(), own.workspace)
		own.checkWrite(t, own.inWorkspace(o, p, own.workspace), token, p)
	}
}

// TestMCPStaysInOwnWorkspace checks that an agent with a token of two workspaces reaches only the first, in both eras.
func TestMCPStaysInOwnWorkspace(t *testing.T) {
	t.Parallel()
	s := shared(t)
	own, other := s.newFixture(t), s.newFixture(t)
	_, token := s.tokenOf(t, access.Admin, own.workspace, other.workspace)
	read := func(id string) reply {
		return s.rpc(t, token, "tools/call", "get_episode", fmt.Sprintf(`"name":"get_episode","arguments":{"episode_id":%q}`, id))
	}
	if _, err := read(own.a).toolResult(t, "get_episode"); err != nil {
		t.Error(err)
	}
	if _, err := read(other.a).toolResult(t, "get_episode"); fault.CodeOf(asError(err)) != fault.NotFound {
		t.Errorf("got %v", err)
	}
	for _, workspace := range []string{own.workspace, other.workspace} {
		const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		headers := append(s.begin(t, token), "Plotline-Workspace", workspace)
		s.send(t, token, http.MethodPost, "/mcp", initializeMessage, "Plotline-Workspace", workspace).
			refused(t, http.StatusBadRequest, fault.InvalidArgument, "/mcp does not take the header Plotline-Workspace")
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
			body := ""
			if method == http.MethodPost {
				body = list
			}
			s.send(t, token, method, "/mcp", body, headers...).
				refused(t, http.StatusBadRequest, fault.InvalidArgument, "leave the header out")
		}
		s.send(t, token, http.MethodPost, "/mcp", list, headers[:len(headers)-2]...).result(t, &struct{}{}) // the session goes on
	}
}

// TestCursorOfOtherWorkspace checks that a cursor of one workspace shows nothing of it in another.
func TestCursorOfOtherWorkspace(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r, other := s.newFixture(t), s.newFixture(t)
	_, token := s.tokenOf(t, access.Admin, other.workspace, r.workspace)
	in := func(workspace, path string) reply {
		return s.send(t, token, http.MethodGet, "/api/v1"+path, "", "Plotline-Workspace", workspace)
	}
	s.send(t, r.admin, http.MethodPost, "/api/v1/relationships", fmt.Sprintf(`{"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"causes"}`, r.a, r.c)).ok(t)
	for _, path := range []string{"/episodes/%s/relationships?limit=1", "/graph/neighbours/%s?limit=1"} {
		first := in(r.workspace, fmt.Sprintf(path, r.a))
		cursor := textAt(first.ok(t), "next_cursor")
		if cursor == "" || cursor == "<nil>" {
			t.Fatalf("%s gives no cursor: %s", path, first.body)
		}
		for _, id := range []string{r.a, other.a} {
			if got := in(other.workspace, fmt.Sprintf(path, id)+"&cursor="+cursor); r.isRevealedBy([]byte(strings.ReplaceAll(strings.ReplaceAll(string(got.body), "secret", ""), r.a, ""))) {
				t.Errorf("%s: %s", path, got.body)
			}
		}
	}
}

// TestRemovedWorkspaceEndsSockets checks that removing a workspace from a token closes the socket that is in it, and
// that a socket of the same token in another workspace goes on.
func TestRemovedWorkspaceEndsSockets(t *testing.T) {
	t.Parallel()
	s := shared(t)
	own, other := s.newFixture(t), s.emptyFixture(t)
	name, token := s.tokenOf(t, access.Admin, own.workspace, other.workspace)
	in := func(workspace string) *liveclient.Page { return liveclient.OpenIn(t, s.url, token, workspace) }
	stays, ends := in(""), in(other.workspace)
	if _, err := tokens.RemoveWorkspaces(t.Context(), s.tokens, name, []string{other.workspace}); err != nil {
		t.Fatal(err)
	}
	s.send(t, token, http.MethodGet, "/api/v1/episodes", "", "Plotline-Workspace", other.workspace).
		refused(t, http.StatusForbidden, fault.PermissionDenied, "only to: "+own.workspace+";")
	ends.AwaitEnd(t)
	made := s.send(t, token, http.MethodPost, "/api/v1/projects", `{"projectId":"p"}`)
	made.ok(t)
	if events := stays.Until(t, func(e liveclient.Event) bool { return e.Name == "projectUpdated" }); len(events) == 0 {
		t.Error("the other socket hears nothing")
	}
	if names := s.workspaceNames(t, token); !slices.Equal(names, []string{own.workspace}) {
		t.Errorf("it lists %v", names)
	}
}

// TestLastCallOfWorkspace checks who learns of the newest call of a client: those who are in its workspace, of whatever role.
// What a page asks for is no call of a client.
func TestLastCallOfWorkspace(t *testing.T) {
	t.Parallel()
	s := shared(t)
	own, other := s.emptyFixture(t), s.emptyFixture(t)
	name, agent := s.namedToken(t, own.workspace, access.Writer)
	page := []string{"Sec-Fetch-Site", "same-origin", "User-Agent", "Mozilla/5.0 (X11)"}
	inOwn := append(slices.Clone(page), "Plotline-Workspace", own.workspace)
	tells := func(token string, headers ...string) (found string) {
		t.Helper()
		overview := s.send(t, token, http.MethodGet, "/api/v1/graph/overview", "", headers...).ok(t)
		call, called := overview["last_call"].(map[string]any)
		if none := overview["no_call"] == true; none == called {
			t.Errorf("no_call is %v beside %v", none, call)
		}
		if called {
			episode, _ := call["episode"].(map[string]any)
			found = fmt.Sprint(call["client"], " ", call["operation"], " ", episode["id"], " ", episode["name"])
		}
		return found
	}
	reader := s.token(t, own.workspace, access.Reader)
	if found := tells(reader); found != "" {
		t.Errorf("before any call: %s", found)
	}
	s.send(t, own.admin, http.MethodPost, "/api/v1/episodes", `{"name":"By hand","query":"q","reward":0}`, page...).ok(t)
	if found := tells(reader); found != "" {
		t.Errorf("after a call of a page: %s", found)
	}
	s.send(t, agent, http.MethodPost, "/api/v1/episodes", `{"name":"Duplicate purchases","query":"q","reward":0}`).ok(t)
	s.send(t, other.admin, http.MethodGet, "/api/v1/episodes", "").ok(t)
	s.send(t, agent, http.MethodGet, "/api/v1/recall?query=duplicate", "").ok(t)
	_, several := s.tokenOf(t, access.Reader, other.workspace, own.workspace)
	want := name + " recall 2 Duplicate purchases"
	for _, tt := range []struct {
		who, token string
		headers    []string
		want       string
	}{
		{"a reader", reader, nil, want},
		{"a page", reader, page, want},
		{"a page that chose the workspace", several, inOwn, want},
		{"the same token in its own workspace", several, page, ""},
		{"an admin of another workspace", other.admin, page, ""},
	} {
		found := tells(tt.token, tt.headers...)
		if tt.want == "" && strings.Contains(found, "list_episodes") { // the call in the other workspace
			found = ""
		}
		if found != tt.want {
			t.Errorf("%s: %q, want %q", tt.who, found, tt.want)
		}
	}
}

// workspaceNames returns the workspaces that a token lists.
func (s *server) workspaceNames(t *testing.T, token string) []string {
	t.Helper()
	listed, _ := s.send(t, token, http.MethodGet, "/api/v1/workspaces", "").ok(t)["workspaces"].([]any)
	names := make([]string, len(listed))
	for i, workspace := range listed {
		names[i] = textAt(workspace, "name")
	}
	return names
}
