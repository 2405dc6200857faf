package endpoints_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/internal/fault"
)

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
			if denied := fault.CodeOf(asError(err)) == fault.PermissionDenied; denied != (p.writes || p.spends) {
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
