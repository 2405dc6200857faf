package endpoints_test

import (
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
		common: s.mediaFixture(t).addGraph(t).addPlans(t).addProject(t),
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
