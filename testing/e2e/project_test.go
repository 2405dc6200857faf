package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"plotline/testing/kit/stdioclient"
)

// TestWorkspaceOfProject checks that an MCP server with --workspace auto uses the workspace of the project that the client
// names, and that outside of a project it is default.
func TestWorkspaceOfProject(t *testing.T) {
	t.Parallel()
	data, shop, outside := privateDir(t), filepath.Join(t.TempDir(), "shop"), t.TempDir()
	if err := os.MkdirAll(filepath.Join(shop, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{shop: `\nshop-[0-9a-f]{8} +1 `, outside: `\ndefault +1 `} {
		client := stdioclient.Open(t, binary, []string{"CLAUDE_PROJECT_DIR=" + dir}, "--data-dir", data, "--workspace", "auto")
		if _, err := client.Call("create_episode", map[string]any{"query": "Light the oven"}, &struct{}{}); err != nil {
			t.Fatal(err)
		}
		if err := client.Close(); err != nil {
			t.Fatal(err)
		}
		list := must(t, plotline(t, nil, "workspace", "list", "--data-dir", data))
		if !regexp.MustCompile(want).MatchString(list) {
			t.Errorf("the client in %s wrote to another workspace than %s:\n%s", dir, want, list)
		}
	}
	found := plotline(t, nil, "doctor", "--data-dir", data).Out
	if !regexp.MustCompile(`last call +create_episode, .* by plotline-.*: #1 “Light the oven”`).MatchString(found) {
		t.Errorf("doctor does not say what the client did:\n%s", found)
	}
	overview := must(t, plotline(t, []string{"PLOTLINE_DATA_DIR=" + data}))
	if !regexp.MustCompile(`A client last called .*: create_episode in the workspace `).MatchString(overview) {
		t.Errorf("the overview does not say when a client called:\n%s", overview)
	}
}
