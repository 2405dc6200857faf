package doors_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/access"
	"plotline/graph/fault"
	"plotline/graph/graphtest"
)

// TestTheTableIsWhole: what a door has and the table lacks is an operation of which nobody said who
// may call it.
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

// TestToolsListShowsWhatMayBeCalled, in both eras.
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
		token := s.token(t, graphtest.Workspace(), role)
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

// knock calls an operation by one of the doors.
type knock struct {
	door string
	// call asks with a token and gives the error, nil for a success, and all that was said.
	call func(t *testing.T, token string) (*fault.Error, []byte)
	// enter asks with a token that must not even come in.
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

// visitor is one role at the doors of a server, with every kind of token.
type visitor struct {
	role      access.Role
	stranger  string // of another workspace
	wrong     []string
	operation operation
	permit    permit
	rooms     []room // one for each door
	tokens    []string
}

// TestWhoMayWhat walks every operation and its tool, by every role, with every kind of token.
func TestWhoMayWhat(t *testing.T) {
	t.Parallel()
	s := startWithModel(t)
	operations := s.operations(t)
	visitors := make([]visitor, 0, len(access.Roles())*len(operations))
	for _, role := range access.Roles() {
		name, revoked := s.namedToken(t, graphtest.Workspace(), role)
		s.revoke(t, name)
		wrong := []string{"", "nonsense", "plotline_abcdefgh12_" + strings.Repeat("A", 43), revoked}
		stranger := s.room(t).token(t, role)
		for name, p := range operationTable() {
			v := visitor{role: role, stranger: stranger, wrong: wrong, operation: operations[name], permit: p}
			for range 2 {
				v.rooms = append(v.rooms, s.emptyRoom(t))
				v.tokens = append(v.tokens, v.rooms[len(v.rooms)-1].token(t, role))
			}
			visitors = append(visitors, v)
		}
	}
	for _, v := range visitors {
		t.Run(v.operation.ID+" "+string(v.role), func(t *testing.T) {
			t.Parallel()
			for i := range v.rooms {
				v.rooms[i] = v.rooms[i].furnished(t)
				switch {
				case v.operation.ofMedia():
					v.rooms[i] = v.rooms[i].planned(t)
				case v.operation.ofScenes():
					v.rooms[i] = v.rooms[i].filmed(t)
				}
				if knocks := v.rooms[i].knocks(v.operation, v.permit); i < len(knocks) {
					v.visit(t, knocks[i], i)
				}
			}
		})
	}
}

func (v visitor) visit(t *testing.T, k knock, i int) {
	t.Helper()
	r, p := v.rooms[i], v.permit
	before := r.contents(t)
	for _, wrong := range v.wrong {
		k.enter(t, wrong).refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
	}
	may := p.may(v.role)
	if !p.shared {
		v.visitStranger(t, k, i, may)
		r.unchanged(t, before)
	}
	err, _ := k.call(t, v.tokens[i])
	switch {
	case may && err != nil:
		t.Errorf("%s: %v", k.door, err)
	case !may && fault.CodeOf(asError(err)) != fault.PermissionDenied:
		t.Errorf("%s: %v, want permission_denied", k.door, err)
	}
	if after := r.contents(t); (after != before) != (may && p.writes) {
		t.Errorf("%s: before\n%s\nafter\n%s", k.door, before, after)
	}
}

// visitStranger comes with a token of another workspace, in which nothing of the room is known.
func (v visitor) visitStranger(t *testing.T, k knock, i int, may bool) {
	t.Helper()
	err, said := k.call(t, v.stranger)
	switch {
	case !may && fault.CodeOf(asError(err)) != fault.PermissionDenied:
		t.Errorf("%s: of another workspace: %v, want permission_denied", k.door, err)
	case may && v.permit.ids && fault.CodeOf(asError(err)) != fault.NotFound:
		t.Errorf("%s: of another workspace: %v, want not_found", k.door, err)
	case may && !v.permit.ids && err != nil:
		t.Errorf("%s: of another workspace: %v", k.door, err)
	}
	v.rooms[i].hidden(t, said, v.permit)
}

// hidden: an answer to a stranger may repeat the ids that it was asked with, and nothing else.
func (r room) hidden(t *testing.T, said []byte, p permit) {
	t.Helper()
	text := string(said)
	for _, id := range []string{r.a, r.b, r.c, r.ab, r.recognition, r.rename, r.ready, r.applied, r.project, r.scene, r.second} {
		if id != "" && strings.Contains(text, id) && !strings.Contains(string(p.arguments(r)), id) {
			t.Errorf("%s shows %s", text, id)
		}
	}
}

func (r room) token(t *testing.T, role access.Role) string {
	t.Helper()
	return r.server.token(t, r.workspace, role)
}

// asError keeps a nil pointer from becoming an error.
func asError(err *fault.Error) error {
	if err == nil {
		return nil
	}
	return err
}
