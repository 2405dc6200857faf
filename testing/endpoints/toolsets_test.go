package endpoints_test

import (
	"net/http"
	"strings"
	"testing"

	"plotline/internal/access"
)

// TestToolsetsDoNotOverrideRoles checks in both eras that a reader gets no tool that writes by naming
// toolsets in the address.
func TestToolsetsDoNotOverrideRoles(t *testing.T) {
	t.Parallel()
	s := shared(t)
	token := s.token(t, s.workspace(), access.Reader)
	const path = "/mcp?toolsets=all"
	const accepted = "application/json, text/event-stream"
	session := s.send(t, token, http.MethodPost, path, initializeMessage, "Accept", accepted).header.Get("Mcp-Session-Id")
	for era, send := range map[string]func(method, name, params string) reply{
		"2025-11-25": func(method, _, params string) reply {
			return s.send(t, token, http.MethodPost, path, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`}}`,
				"Accept", accepted, "Mcp-Session-Id", session, "Mcp-Protocol-Version", "2025-11-25")
		},
		"2026-07-28": func(method, name, params string) reply {
			if params != "" {
				params += ","
			}
			return s.send(t, token, http.MethodPost, path, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+modernMeta+`}}`,
				"Accept", accepted, "Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", name)
		},
	} {
		var list struct{ Tools []struct{ Name string } }
		send("tools/list", "", "").result(t, &list)
		shown := map[string]bool{}
		for _, tool := range list.Tools {
			shown[tool.Name] = true
		}
		for tool, p := range toolTable() {
			if shown[tool] != p.allows(access.Reader) {
				t.Errorf("%s: a reader is shown %s: %t", era, tool, shown[tool])
			}
		}
		got := send("tools/call", "create_episode", `"name":"create_episode","arguments":{"query":"x","reward":0}`)
		if !strings.Contains(string(got.body), "permission_denied") {
			t.Errorf("%s: a reader's create_episode: %s", era, got.body)
		}
	}
}
