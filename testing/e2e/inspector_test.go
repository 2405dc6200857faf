package e2e_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/tier"
)

// TestInspector lets the MCP Inspector check the tool list strictly and call a tool.
func TestInspector(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	inspect(t, binary, "mcp", "--store", "embedded", "--data-dir", t.TempDir(), "--toolsets", "all")
}

// inspect runs the Inspector on a server, given as a command line.
func inspect(t *testing.T, server ...string) {
	t.Helper()
	inspector := "node_modules/@modelcontextprotocol/inspector"
	var manifest struct {
		Bin map[string]string `json:"bin"`
	}
	installed.Node(t) // without Node the file is missing
	raw := expect.ReadFile(t, "clients/"+inspector+"/package.json")
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatal(err)
	}
	script := inspector + "/" + strings.TrimPrefix(manifest.Bin["mcp-inspector"], "./")
	program := append([]string{script, "--cli"}, server...)
	ask := func(args ...string) string { return must(t, runNode(t, nil, slices.Concat(program, args)...)) }
	if listing := ask("--method", "tools/list", "--strict"); !strings.Contains(listing, `"get_topological_order"`) {
		t.Errorf("the listing is %s", listing)
	}
	for _, method := range []string{"resources/list", "resources/templates/list", "prompts/list"} {
		ask("--method", method)
	}
	called := ask("--method", "tools/call", "--tool-name", "list_episodes", "--tool-arg", "limit=5")
	if !strings.Contains(called, `"total_count"`) {
		t.Errorf("the call answered %s", called)
	}
}

// TestInspectorOverHTTP is TestInspector over HTTP, without and with a token.
func TestInspectorOverHTTP(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for door, withToken := range map[string]bool{"open": false, "token": true} {
		t.Run(door, func(t *testing.T) {
			t.Parallel()
			s := embedded().serve(t, withToken)
			server := []string{s.URL + "/mcp", "--transport", "http"}
			if withToken {
				server = append(server, "--header", "Authorization: "+s.headers["Authorization"])
			}
			inspect(t, server...)
		})
	}
}
