package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"plotline/testing/kit/fetch"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/serving"
)

// about is what pages learn of a server.
type about struct {
	Workspace, Store, Command string
	Plans, Projects           bool
}

func aboutOf(t *testing.T, server *serving.Server, headers ...string) about {
	t.Helper()
	reply, err := fetch.Do(t.Context(), http.MethodGet, server.URL+"/api/v1/about", nil, headers...)
	var told about
	if err != nil || json.Unmarshal(reply.Body, &told) != nil {
		t.Fatalf("%v %s", err, reply.Body)
	}
	return told
}

// redirectOf returns where the memory page of a server leads.
func redirectOf(t *testing.T, server *serving.Server) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = reply.Body.Close()
	if reply.StatusCode == http.StatusNotFound {
		installed.Missing(t, "the program has no pages: run `make pages`, which takes Node.js 20.19 or newer")
	}
	return reply.Header.Get("Location")
}

// TestPagesOpenWorkspaceWrittenLast checks which workspace the pages of a server without tokens open, and that a name
// given at the start stays.
func TestPagesOpenWorkspaceWrittenLast(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"--store", "embedded", "--data-dir", dir, "--audit", "off"}
	write := func(workspace string) {
		t.Helper()
		got := serving.Run(t, binary, nil, "episodes", "create", "q", "--store", "embedded", "--data-dir", dir, "--workspace", workspace)
		if got.Status != 0 {
			t.Fatalf("%s%s", got.Out, got.Err)
		}
	}
	server := serving.Start(t, binary, nil, args...)
	named := serving.Start(t, binary, nil, append(args, "--workspace", "home")...)
	for _, workspace := range []string{"shop", "bakery", "shop", "default", "bakery"} {
		write(workspace)
		want := "/?workspace=" + workspace
		if workspace == "default" {
			want = ""
		}
		if at := redirectOf(t, server); at != want {
			t.Errorf("after a write to %s: %q", workspace, at)
		}
		if at := redirectOf(t, named); at != "" {
			t.Errorf("with --workspace: %q", at)
		}
	}
	for header, want := range map[string]string{"": "default", "shop": "shop"} {
		headers := []string{}
		if header != "" {
			headers = []string{"Plotline-Workspace", header}
		}
		if told := aboutOf(t, server, headers...); told.Workspace != want || told.Store != "embedded" || told.Plans || told.Projects {
			t.Errorf("%+v", told)
		}
	}
	if told := aboutOf(t, serving.Start(t, binary, nil, append(args, "--toolsets", "all")...)); !told.Plans || !told.Projects {
		t.Errorf("with all toolsets: %+v", told)
	}
}

// TestCopiedCommandsWork pastes what the pages offer to copy into a shell that knows nothing of Plotline, in another
// folder. The data folder has a name that shells would split.
func TestCopiedCommandsWork(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no POSIX shell")
	}
	dir := filepath.Join(t.TempDir(), `it's "my" $data`)
	server := serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", dir, "--workspace", "bakery", "--audit", "off")
	told := aboutOf(t, server)
	here := t.TempDir()
	memory := `{"type":"entity","name":"oven","entityType":"tool","observations":["heats slowly"]}` + "\n"
	if err := os.WriteFile(filepath.Join(here, "memory.json"), []byte(memory), 0o600); err != nil {
		t.Fatal(err)
	}
	paste := func(line string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), shell, "-c", line)
		cmd.Dir, cmd.Env = here, []string{"PATH=/usr/bin:/bin", "HOME=" + here}
		got := serving.Finish(t, cmd)
		if got.Status != 0 {
			t.Fatalf("%s: %d\n%s%s", line, got.Status, got.Out, got.Err)
		}
		return got.Out
	}
	paste("git init --quiet . && git -c user.name=a -c user.email=a@example.org commit --quiet --allow-empty -m 'Bake bread'")
	for _, rest := range []string{"import git", "import memory memory.json", "import example"} {
		before := episodesOf(t, server)
		paste(told.Command + " " + rest)
		if after := episodesOf(t, server); after <= before {
			t.Errorf("%s: %d episodes before, %d after", rest, before, after)
		}
	}
	if printed := paste(told.Command + " mcp --print-config"); !strings.Contains(printed, `"bakery"`) || !strings.Contains(printed, "$data") {
		t.Errorf("the configuration of a client: %s", printed)
	}
}

// episodesOf counts the episodes of the server's own workspace.
func episodesOf(t *testing.T, server *serving.Server) int {
	t.Helper()
	reply, err := fetch.Do(t.Context(), http.MethodGet, server.URL+"/api/v1/workspaces", nil)
	var told struct {
		Workspaces []struct {
			Name     string
			Episodes int
		}
	}
	if err != nil || json.Unmarshal(reply.Body, &told) != nil || len(told.Workspaces) == 0 || told.Workspaces[0].Name != "bakery" {
		t.Fatalf("%v %s", err, reply.Body)
	}
	return told.Workspaces[0].Episodes
}
