package doors_test

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
	"plotline/testing/livepage"
	"plotline/testing/tier"
)

// TestTheTableIsWhole checks that the table lists every operation of the APIs. A missing entry is an
// operation without decided permissions.
func TestTheTableIsWhole(t *testing.T) {
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

// TestToolsListShowsWhatMayBeCalled checks the tool list in both eras.
func TestToolsListShowsWhatMayBeCalled(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, role := range access.Roles() {
		want := map[string]bool{}
		for tool, p := range toolTable() {
			if p.may(role) {
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

// knock calls an operation through one of the APIs.
type knock struct {
	door string
	// call calls it with a token and returns the error, or nil, and the body of the reply.
	call func(t *testing.T, token string) (*fault.Error, []byte)
	// enter calls it with a token that the server must reject.
	enter func(t *testing.T, token string) reply
}

func (r room) knocks(o operation, p permit) []knock {
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
	knocks := []knock{
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
			_, err := got.called(t, tool)
			return err, got.body
		}, mcp},
	}
	if tool == "" {
		return knocks[:1]
	}
	return knocks
}

// visitor is a client with one role, and with every kind of token.
type visitor struct {
	role     access.Role
	token    string // of the common workspace
	stranger string // of another workspace, which stays empty
	wrong    []string
	// common is the workspace for calls that change nothing: reads and rejected calls.
	common room
	before string
}

func (s *server) visitor(t *testing.T, role access.Role) visitor {
	t.Helper()
	name, revoked := s.namedToken(t, s.workspace(), role)
	s.revoke(t, name)
	v := visitor{
		role: role, stranger: s.mediaRoom(t).furnished(t).token(t, role),
		common: s.mediaRoom(t).furnished(t).planned(t).filmed(t),
		wrong:  []string{"", "nonsense", "plotline_abcdefgh12_" + strings.Repeat("A", 43), revoked},
	}
	v.token = v.common.token(t, role)
	return v
}

// TestWhoMayWhat calls every operation and its tool with every role and every kind of token.
//
//nolint:tparallel // what the rooms and the neighbours hold and hear is judged when all operations are done
func TestWhoMayWhat(t *testing.T) {
	t.Parallel()
	table := operationTable()
	roles := access.Roles()
	s := startFor(t, supplyOf(table))
	operations := s.operations(t)
	visitors := make([]visitor, 0, len(roles))
	for _, role := range roles {
		visitors = append(visitors, s.visitor(t, role))
	}
	s.settle(t)
	n := s.neighbours(t)
	for i := range visitors {
		visitors[i].before = visitors[i].common.contents(t)
	}
	var owners owners
	t.Run("operations", func(t *testing.T) { // waits for all of them
		for name, p := range table {
			for _, v := range visitors {
				t.Run(name+" "+string(v.role), func(t *testing.T) {
					t.Parallel()
					v.visit(t, operations[name], p, &owners)
				})
			}
		}
	})
	for _, v := range visitors {
		v.common.unchanged(t, v.before)
		owners.add(v.common)
	}
	s.audited(t, owners.all, len(visitors)*len(table))
	n.undisturbed(t)
}

// supplyOf returns the workspaces that TestWhoMayWhat needs: one for each call that may write, and the
// shared ones.
func supplyOf(table map[string]permit) supply {
	of := supply{workspaces: 1 + 3*len(access.Roles()), media: 1 + 2*len(access.Roles())}
	for _, p := range table {
		for _, role := range access.Roles() {
			if p.writes && p.may(role) {
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

// visit calls an operation through each of its APIs. In the first tier the roles take turns: of the roles
// that may write, and of those that may not, one uses each API.
func (v visitor) visit(t *testing.T, o operation, p permit, owners *owners) {
	t.Helper()
	may := p.may(v.role)
	knocks := v.common.knocks(o, p)
	order := []access.Role{access.Reader, access.Reviewer, access.Writer, access.Admin}
	turn := (slices.Index(order, v.role) + len(o.ID)) % len(knocks)
	for i, k := range knocks {
		if !tier.IsFull() && i != turn {
			continue
		}
		for _, wrong := range v.wrong {
			k.enter(t, wrong).refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
		}
		v.visitStranger(t, k, p)
		if may && p.writes {
			r := v.common.server.roomFor(t, o, p)
			owners.add(r)
			r.written(t, r.knocks(o, p)[i], r.token(t, v.role), p)
			continue
		}
		err, said := k.call(t, v.token)
		v.common.server.hidesItsFolder(t, said)
		switch {
		case may && err != nil:
			t.Errorf("%s: %v", k.door, err)
		case !may && fault.CodeOf(asError(err)) != fault.PermissionDenied:
			t.Errorf("%s: %v, want permission_denied", k.door, err)
		}
	}
}

// written makes a call that may write, in its own workspace. The call must change the workspace and notify
// its page.
func (r room) written(t *testing.T, k knock, token string, p permit) {
	t.Helper()
	before := r.contents(t)
	var page *livepage.Page
	if p.tells != "" {
		page = livepage.Open(t, r.server.url, r.admin)
	}
	err, said := k.call(t, token)
	r.server.hidesItsFolder(t, said)
	if err != nil {
		t.Errorf("%s: %v", k.door, err)
		return
	}
	if page != nil {
		r.hears(t, page, p.tells)
	}
	for deadline := time.Now().Add(time.Minute); r.contents(t) == before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) { // of a change that becomes an episode later
			t.Fatalf("%s: nothing has changed:\n%s", k.door, before)
		}
	}
}

// visitStranger calls an operation with a token of another workspace. Nothing of the room's workspace may
// be found.
func (v visitor) visitStranger(t *testing.T, k knock, p permit) {
	t.Helper()
	may := p.may(v.role)
	stranger := v.stranger
	if may && p.writes && !p.needsFolder() { // it writes there, under names that exist in the common workspace
		s := v.common.server
		stranger = s.token(t, s.workspace(), v.role)
	}
	err, said := k.call(t, stranger)
	switch {
	case !may && fault.CodeOf(asError(err)) != fault.PermissionDenied:
		t.Errorf("%s: of another workspace: %v, want permission_denied", k.door, err)
	case may && p.ids && fault.CodeOf(asError(err)) != fault.NotFound:
		t.Errorf("%s: of another workspace: %v, want not_found", k.door, err)
	case may && p.walled && fault.CodeOf(asError(err)) != fault.PermissionDenied:
		t.Errorf("%s: in a folder of another workspace: %v, want permission_denied", k.door, err)
	case may && !p.ids && !p.walled && err != nil:
		t.Errorf("%s: of another workspace: %v", k.door, err)
	}
	v.common.hidden(t, said, p)
	v.common.server.hidesItsFolder(t, said)
}

// hidden checks that a reply to a client of another workspace repeats only ids from its request.
func (r room) hidden(t *testing.T, said []byte, p permit) {
	t.Helper()
	text := string(said)
	for _, id := range append(r.ids(), r.project, r.folder) {
		if id != "" && strings.Contains(text, id) && !strings.Contains(string(p.arguments(r)), id) {
			t.Errorf("%s shows %s", text, id)
		}
	}
}

func (r room) token(t *testing.T, role access.Role) string {
	t.Helper()
	if role == access.Admin {
		return r.admin
	}
	return r.server.token(t, r.workspace, role)
}

// asError prevents a nil pointer from becoming a non-nil error.
func asError(err *fault.Error) error {
	if err == nil {
		return nil
	}
	return err
}
