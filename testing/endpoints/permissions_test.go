package endpoints_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/testing/kit/liveclient"
	"plotline/testing/kit/tier"
)

// TestTableListsEveryOperation checks that the table lists every operation of the APIs. A missing entry is an
// operation without decided permissions.
func TestTableListsEveryOperation(t *testing.T) {
	t.Parallel()
	s := shared(t)
	table := operationTable()
	if diff := cmp.Diff(slices.Sorted(maps.Keys(table)), slices.Sorted(maps.Keys(s.operations(t)))); diff != "" {
		t.Errorf("the table (-), the OpenAPI document (+):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(toolTable())), s.toolNames(t, s.admin(t))); diff != "" {
		t.Errorf("the table (-), tools/list (+):\n%s", diff)
	}
}

func (s *server) toolNames(t *testing.T, token string) []string {
	t.Helper()
	var listed struct{ Tools []struct{ Name string } }
	s.rpc(t, token, "tools/list", "", "").result(t, &listed)
	names := make([]string, 0, len(listed.Tools))
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

// TestToolsListShowsAllowedTools checks the tool list in both eras.
func TestToolsListShowsAllowedTools(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, role := range access.Roles() {
		want := map[string]bool{}
		for tool, p := range toolTable() {
			if p.allows(role) {
				want[tool] = true
			}
		}
		token := s.token(t, s.workspace(), role)
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), s.toolNames(t, token)); diff != "" {
			t.Errorf("%s may call (-), is shown (+):\n%s", role, diff)
		}
		legacy := s.send(t, token, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, s.begin(t, token)...)
		for tool := range toolTable() {
			if shown := strings.Contains(string(legacy.body), `"name":"`+tool+`"`); shown != want[tool] {
				t.Errorf("%s is shown %s: %t", role, tool, shown)
			}
		}
	}
}

// attempt calls an operation through one of the APIs.
type attempt struct {
	api string
	// call calls it with a token and returns the error, or nil, and the body of the reply.
	call func(t *testing.T, token string) (*fault.Error, []byte)
	// rejected calls it with a token that the server must reject.
	rejected func(t *testing.T, token string) reply
}

func (r fixture) attempts(o operation, p permission) []attempt {
	args, s := p.arguments(r), r.server
	rest := func(t *testing.T, token string) reply {
		t.Helper()
		path, body := o.address(t, args)
		return s.send(t, token, o.Method, path, body)
	}
	tool := p.tool(o.ID)
	mcp := func(t *testing.T, token string) reply {
		t.Helper()
		return s.rpc(t, token, "tools/call", tool, `"name":"`+tool+`","arguments":`+string(args))
	}
	attempts := []attempt{
		{"REST", func(t *testing.T, token string) (*fault.Error, []byte) {
			t.Helper()
			got := rest(t, token)
			if got.status < http.StatusBadRequest {
				return nil, got.body
			}
			err := got.problem(t)
			if got.status != statusOf[err.Code] {
				t.Errorf("%s comes with %d", err.Code, got.status)
			}
			return err, got.body
		}, rest},
		{"MCP", func(t *testing.T, token string) (*fault.Error, []byte) {
			t.Helper()
			got := mcp(t, token)
			_, err := got.toolResult(t, tool)
			return err, got.body
		}, mcp},
	}
	if tool == "" {
		return attempts[:1]
	}
	return attempts
}

// caller is a client with one role, and with every kind of token.
type caller struct {
	role     access.Role
	token    string // of the common workspace
	stranger string // of another workspace, which stays empty
	wrong    []string
	// common is the workspace for calls that change nothing: reads and rejected calls.
	common fixture
	before string
}

func (s *server) newCaller(t *testing.T, role access.Role) caller {
	t.Helper()
	name, revoked := s.namedToken(t, s.workspace(), role)
	s.revoke(t, name)
	v := caller{
		role: role, stranger: s.mediaFixture(t).addGraph(t).token(t, role),
		common: s.mediaFixture(t).addGraph(t).addPlans(t).addProject(t).addRecorded(t),
		wrong:  []string{"", "nonsense", "plotline_abcdefgh12_" + strings.Repeat("A", 43), revoked},
	}
	v.token = v.common.token(t, role)
	return v
}

// TestPermissions calls every operation and its tool with every role and every kind of token.
//
//nolint:tparallel // the fixtures and the idle workspaces are checked when all operations are done
func TestPermissions(t *testing.T) {
	t.Parallel()
	table := operationTable()
	roles := access.Roles()
	s := startWithWorkspaces(t, workspacesFor(table))
	operations := s.operations(t)
	visitors := make([]caller, 0, len(roles))
	for _, role := range roles {
		visitors = append(visitors, s.newCaller(t, role))
	}
	s.ageTokensFile(t)
	n := s.newIdleWorkspaces(t)
	for i := range visitors {
		visitors[i].before = visitors[i].common.contents(t)
	}
	var owners fixtures
	t.Run("operations", func(t *testing.T) { // waits for all of them
		for name, p := range table {
			for _, v := range visitors {
				t.Run(name+" "+string(v.role), func(t *testing.T) {
					t.Parallel()
					v.checkOperation(t, operations[name], p, &owners)
				})
			}
		}
	})
	for _, v := range visitors {
		v.common.checkUnchanged(t, v.before)
		owners.add(v.common)
	}
	s.checkAudit(t, owners.all, len(visitors)*len(table))
	n.checkUnchanged(t)
}

// workspacesFor returns the workspaces that TestPermissions needs: one for each call that may write, and the
// shared ones.
func workspacesFor(table map[string]permission) workspaceCounts {
	of := workspaceCounts{workspaces: 1 + 3*len(access.Roles()), media: 1 + 2*len(access.Roles())}
	for _, p := range table {
		for _, role := range access.Roles() {
			if p.writes && p.allows(role) {
				if p.needsFolder() {
					of.media += 2
				} else {
					of.workspaces += 4 // with those of the foreign clients
				}
			}
		}
	}
	of.workspaces += of.media
	return of
}

// checkOperation calls an operation through each of its APIs. In the first tier the roles take turns: of the
// roles that may write, and of those that may not, one uses each API.
func (v caller) checkOperation(t *testing.T, o operation, p permission, owners *fixtures) {
	t.Helper()
	may := p.allows(v.role)
	attempts := v.common.attempts(o, p)
	order := []access.Role{access.Reader, access.Reviewer, access.Writer, access.Admin}
	place := slices.Index(order, v.role)
	if place < 0 {
		t.Fatalf("role %s has no turn", v.role)
	}
	turn := (place + len(o.ID)) % len(attempts)
	for i, k := range attempts {
		if !tier.IsFull() && i != turn {
			continue
		}
		for _, wrong := range v.wrong {
			k.rejected(t, wrong).refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
		}
		v.checkStranger(t, k, p)
		if may && p.writes {
			r := v.common.server.fixtureFor(t, o, p)
			owners.add(r)
			r.checkWrite(t, r.attempts(o, p)[i], r.token(t, v.role), p)
			continue
		}
		err, body := k.call(t, v.token)
		v.common.server.checkPathsHidden(t, body)
		switch {
		case may && err != nil:
			t.Errorf("%s: %v", k.api, err)
		case !may && fault.CodeOf(asError(err)) != fault.PermissionDenied:
			t.Errorf("%s: %v, want permission_denied", k.api, err)
		}
	}
}

// checkWrite makes a call that may write, in its own workspace. The call must change the workspace and notify
// its page.
func (r fixture) checkWrite(t *testing.T, k attempt, token string, p permission) {
	t.Helper()
	before := r.contents(t)
	var page *liveclient.Page
	if p.event != "" {
		page = liveclient.Open(t, r.server.url, r.admin)
	}
	err, body := k.call(t, token)
	r.server.checkPathsHidden(t, body)
	if err != nil {
		t.Errorf("%s: %v", k.api, err)
		return
	}
	if page != nil {
		r.expectEvent(t, page, p.event)
	}
	for deadline := time.Now().Add(time.Minute); r.contents(t) == before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) { // of a change that becomes an episode later
			t.Fatalf("%s: nothing has changed:\n%s", k.api, before)
		}
	}
}

// checkStranger calls an operation with a token of another workspace. Nothing of the fixture's workspace may
// be found.
func (v caller) checkStranger(t *testing.T, k attempt, p permission) {
	t.Helper()
	may := p.allows(v.role)
	stranger := v.stranger
	if may && p.writes && !p.needsFolder() { // it writes there, under names that exist in the common workspace
		s := v.common.server
		stranger = s.token(t, s.workspace(), v.role)
	}
	err, body := k.call(t, stranger)
	switch {
	case !may && fault.CodeOf(asError(err)) != fault.PermissionDenied:
		t.Errorf("%s: of another workspace: %v, want permission_denied", k.api, err)
	case may && p.ids && fault.CodeOf(asError(err)) != fault.NotFound:
		t.Errorf("%s: of another workspace: %v, want not_found", k.api, err)
	case may && p.inRoot && fault.CodeOf(asError(err)) != fault.PermissionDenied:
		t.Errorf("%s: in a folder of another workspace: %v, want permission_denied", k.api, err)
	case may && !p.ids && !p.inRoot && err != nil:
		t.Errorf("%s: of another workspace: %v", k.api, err)
	}
	v.common.checkHidden(t, body, p)
	v.common.server.checkPathsHidden(t, body)
}

// checkHidden checks that a reply to a client of another workspace repeats only ids from its request.
func (r fixture) checkHidden(t *testing.T, body []byte, p permission) {
	t.Helper()
	text := string(body)
	for _, id := range append(r.ids(), r.project, r.folder) {
		if id != "" && strings.Contains(text, id) && !strings.Contains(string(p.arguments(r)), id) {
			t.Errorf("%s shows %s", text, id)
		}
	}
}

// asError prevents a nil pointer from becoming a non-nil error.
func asError(err *fault.Error) error {
	if err == nil {
		return nil
	}
	return err
}

// TestCallsWithoutIDsHideOtherWorkspaces checks that calls without ids show nothing of another workspace.
func TestCallsWithoutIDsHideOtherWorkspaces(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t)
	for _, role := range access.Roles() {
		token := s.token(t, s.workspace(), role)
		for path, want := range map[string]string{
			"/api/v1/episodes": `"total_count":0`, "/api/v1/search?query=secret": `"episodes":[]`, "/api/v1/graph": `"nodes":[]`,
			"/api/v1/graph?format=mermaid": "graph TD\n", "/api/v1/graph/order": `[]`,
			"/api/v1/relationships/exists?from_episode_id=" + r.a + "&to_episode_id=" + r.b: `false`,
		} {
			got := s.send(t, token, http.MethodGet, path, "")
			if got.status != http.StatusOK || !strings.Contains(string(got.body), want) || r.isRevealedBy(got.body) {
				t.Errorf("%s: %s: %d %s, want %s", role, path, got.status, got.body, want)
			}
		}
	}
}

// TestResourcesOfOtherWorkspaceAreNotFound checks that they are not found, with the message for unknown ids.
func TestResourcesOfOtherWorkspaceAreNotFound(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t)
	const nobody = "00000000-0000-4000-8000-00000000dead"
	for _, role := range access.Roles() {
		own, strange := r.token(t, role), s.token(t, s.workspace(), role)
		for _, uri := range []string{"plotline://episodes/", "plotline://graph/"} {
			read := func(token, id string) reply {
				return s.rpc(t, token, "resources/read", uri+id, fmt.Sprintf(`"uri":%q`, uri+id))
			}
			if got := read(own, r.a); got.rpc(t).Error != nil || !strings.Contains(string(got.body), "secret one") {
				t.Errorf("%s reads %s", role, got.body)
			}
			got, unknown := read(strange, r.a), read(own, nobody)
			if got.rpc(t).Error == nil || strings.ReplaceAll(string(got.body), r.a, nobody) != string(unknown.body) {
				t.Errorf("%s reads %s, and of nobody %s", role, got.body, unknown.body)
			}
		}
		newest := s.rpc(t, strange, "resources/read", "plotline://graph", `"uri":"plotline://graph"`)
		if newest.rpc(t).Error != nil || r.isRevealedBy(newest.body) {
			t.Errorf("%s reads %s", role, newest.body)
		}
	}
}

// TestCompletionAndPromptsHideOtherWorkspaces checks that neither reveals anything of another workspace.
func TestCompletionAndPromptsHideOtherWorkspaces(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t)
	for _, role := range access.Roles() {
		complete := func(token string) reply {
			return s.rpc(t, token, "completion/complete", "",
				`"ref":{"type":"ref/resource","uri":"plotline://episodes/{episode_id}"},"argument":{"name":"episode_id","value":""}`)
		}
		if got := complete(r.token(t, role)); !strings.Contains(string(got.body), r.a) {
			t.Errorf("%s completes to %s", role, got.body)
		}
		strange := s.token(t, s.workspace(), role)
		if got := complete(strange); got.rpc(t).Error != nil || r.isRevealedBy(got.body) {
			t.Errorf("%s completes to %s", role, got.body)
		}
		prompt := s.rpc(t, strange, "prompts/get", "recall_before_acting", `"name":"recall_before_acting","arguments":{"task":"this"}`)
		if prompt.rpc(t).Error != nil || r.isRevealedBy(prompt.body) {
			t.Errorf("%s is prompted %s", role, prompt.body)
		}
	}
}

// TestEveryMCPMethodNeedsToken checks this also for methods that use no workspace.
func TestEveryMCPMethodNeedsToken(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, method := range []string{
		"server/discover", "ping", "tools/list", "tools/call", "resources/list", "resources/templates/list",
		"resources/read", "prompts/list", "prompts/get", "completion/complete", "subscriptions/listen", "nonsense",
	} {
		s.rpc(t, "", method, "x", "").refused(t, http.StatusUnauthorized, fault.Unauthenticated, "this server requires a token")
		s.rpc(t, "nonsense", method, "x", "").refused(t, http.StatusUnauthorized, fault.Unauthenticated, "ask for another")
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		s.send(t, "", method, "/mcp", "").refused(t, http.StatusUnauthorized, fault.Unauthenticated, "this server requires a token")
	}
	s.send(t, "", http.MethodPost, "/mcp", initializeMessage).refused(t, http.StatusUnauthorized, fault.Unauthenticated, "this server requires a token")
}

// TestRoutesWithoutToken checks that only routes without workspace data need no token. The metrics need one.
func TestRoutesWithoutToken(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, path := range []string{"/livez", "/readyz", "/api/openapi.json", "/api/docs/"} {
		if got := s.send(t, "", http.MethodGet, path, ""); got.status != http.StatusOK {
			t.Errorf("%s: %d %.200s", path, got.status, got.body)
		}
	}
	s.send(t, "", http.MethodGet, "/metrics", "").refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
	r := s.newFixture(t)
	got := s.send(t, r.admin, http.MethodGet, "/metrics", "")
	if got.status != http.StatusOK || !strings.Contains(string(got.body), "plotline_http_request_duration_seconds") ||
		r.isRevealedBy(got.body) || strings.Contains(string(got.body), r.workspace) {
		t.Errorf("the figures: %d %.300s", got.status, got.body)
	}
}

// TestReadOnlyBlocksWrites checks on both APIs that --read-only blocks writes with every role.
func TestReadOnlyBlocksWrites(t *testing.T) {
	t.Parallel()
	s := start(t, "--read-only")
	operations := s.operations(t)
	none := fixture{
		server: s, a: "00000000-0000-4000-8000-00000000000a", b: "00000000-0000-4000-8000-00000000000b",
		c: "00000000-0000-4000-8000-00000000000c", ab: "00000000-0000-4000-8000-0000000000ab", folder: "/no such folder",
	}
	none.recognition, none.rename, none.ready, none.applied = none.a, none.a, none.b, none.c
	none.task, none.line = "0123456789ab", "0123456789ab"
	none.project, none.scene, none.second = "none", none.a, none.b
	for _, role := range access.Roles() {
		token := s.token(t, s.workspace(), role)
		names := s.toolNames(t, token)
		for tool, p := range toolTable() {
			if listed := slices.Contains(names, tool); listed == p.writes {
				t.Errorf("%s: tools/list shows %s: %t", role, tool, listed)
			}
		}
		for name, p := range operationTable() {
			attempts := none.attempts(operations[name], p)
			err, body := attempts[0].call(t, token)
			if denied := fault.CodeOf(asError(err)) == fault.PermissionDenied; denied != (p.writes || p.spends || p.personal) {
				t.Errorf("%s: %s: %s", role, name, body)
			}
			if len(attempts) == 1 || !p.writes && !p.spends {
				continue
			}
			// --read-only switches off the tools that write.
			if mcp := attempts[1].rejected(t, token); mcp.rpc(t).Error == nil || !strings.Contains(string(mcp.body), "is switched off: --read-only") {
				t.Errorf("%s: %s: %s", role, name, mcp.body)
			}
		}
		s.expectEpisodes(t, token, 0)
	}
}
