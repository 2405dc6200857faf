package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/project"
)

// inProject changes to a new git repository with a data folder of its own, and returns a function that runs a command there
// and returns what it writes to a wide terminal, and the workspace of the project.
func inProject(t *testing.T) (command func(args ...string) string, workspace string) {
	t.Helper()
	shop := filepath.Join(t.TempDir(), "shop")
	if err := os.MkdirAll(filepath.Join(shop, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(shop)
	t.Setenv("PLOTLINE_WORKSPACE", "")
	t.Setenv("PLOTLINE_DATA_DIR", t.TempDir())
	found, is := project.Of(".")
	if !is {
		t.Fatal("the folder is no project")
	}
	return func(args ...string) string {
		t.Helper()
		var out, messages bytes.Buffer
		if status := run(t.Context(), args, streams{in: strings.NewReader(""), out: &out, err: &screen{Writer: &messages, width: 1000}}); status != 0 {
			t.Fatalf("%v: status %d: %s", args, status, messages.String())
		}
		return messages.String()
	}, found.Workspace()
}

// TestAgentWorkspace checks that commands which fill or search the workspace default in a repository name the workspace that
// an agent with --workspace auto uses there, unless the workspace was chosen.
func TestAgentWorkspace(t *testing.T) { //nolint:paralleltest // it changes the folder
	plotline, workspace := inProject(t)
	note := "An agent that is started with --workspace auto uses the workspace " + workspace + " in shop. " +
		"To use the same, add --workspace auto, or set PLOTLINE_WORKSPACE=auto.\n"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"recall", "oven"}, "There are no episodes in the workspace default, nor in any other. " +
			"To make some, run: plotline import git . or plotline import example --workspace bakery\n" + note},
		{
			[]string{"import", "example", "--embeddings", "off"},
			"The workspace is default. To ask it, run: plotline recall \"why did orders arrive twice?\"\n" + note,
		},
		{
			[]string{"import", "example", "--embeddings", "off", "--workspace", "default"},
			"The workspace is default. To ask it, run: plotline recall --workspace default \"why did orders arrive twice?\"\n",
		},
		{[]string{"import", "example", "--embeddings", "off", "--json"}, ""},
		{[]string{"recall", "oven", "--workspace", "auto"}, "There are no episodes in the workspace " + workspace + "; " +
			"plotline workspace list shows those that have some. To make some here, run: plotline import git . --workspace auto\n"},
		{[]string{"recall", "oven", "--workspace", "dfault"}, "There are no episodes in the workspace dfault; did you mean default?\n"},
	} {
		if got := plotline(c.args...); got != c.want {
			t.Errorf("%v: %q, want %q", c.args, got, c.want)
		}
	}
	for _, args := range [][]string{{"import", "example", "--embeddings", "off", "--workspace", "auto"}, {"recall", "oven"}, {"episodes", "list"}} {
		plotline(args...)
	}
	if got := plotline("import", "example", "--embeddings", "off"); !strings.HasPrefix(got, "The workspace is "+workspace+". To ask it, run: plotline recall \"") || strings.Contains(got, "agent") {
		t.Errorf("the workspace of the repository has episodes: %q", got)
	}
	if status, out, errs := command(t, "mcp", "--print-config"); status != 0 || !strings.Contains(out, `"--workspace",`) || !strings.Contains(out, `"auto"`) {
		t.Errorf("the entry of a client: %d %s%s", status, out, errs)
	}
	t.Setenv("PLOTLINE_WORKSPACE", "default")
	if got := plotline("import", "example", "--embeddings", "off"); strings.Contains(got, workspace) {
		t.Errorf("a workspace was chosen: %s", got)
	}
}

// TestRelationshipsAdd checks that the command prints the sentence that it stored, and explains a cycle.
func TestRelationshipsAdd(t *testing.T) { //nolint:paralleltest // it changes the folder
	inProject(t)
	for _, name := range []string{"Light", "Bake"} {
		if status, _, errs := command(t, "episodes", "create", name, "--embeddings", "off"); status != 0 {
			t.Fatal(errs)
		}
	}
	status, out, errs := command(t, "relationships", "add", "1", "causes", "#2", "--strength", "0.5")
	if status != 0 || out != "#1 “Light” caused #2 “Bake”.\n" {
		t.Errorf("status %d, %q, %s", status, out, errs)
	}
	if status, _, errs = command(t, "relationships", "add", "2", "causes", "1"); status != 1 || !strings.Contains(errs, "cycle") || !strings.Contains(errs, "Bake") {
		t.Errorf("a cycle: status %d, %s", status, errs)
	}
	if status, _, errs = command(t, "relationships", "add", "2", "because", "1"); status != 2 || !strings.Contains(errs, "contradicts") {
		t.Errorf("another type: status %d, %s", status, errs)
	}
	if _, out, _ = command(t, "episodes", "show", "2"); !strings.Contains(out, "was caused by #1 “Light”") || strings.Contains(out, "#2 “Bake”") {
		t.Errorf("the other end shows\n%s", out)
	}
}

// TestImportGitFillsTheProject checks that the history of the current repository goes where its agent looks, and that of another one
// does not.
func TestImportGitFillsTheProject(t *testing.T) { //nolint:paralleltest // it changes the folder
	plotline, workspace := inProject(t)
	if out, err := exec.CommandContext(t.Context(), "sh", "-c", "rm -r .git && git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m 'Bake bread'").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := plotline("import", "git", ".", "--embeddings", "off"); !strings.HasPrefix(got, "The workspace is "+workspace+". To ask it, run: plotline recall \"") {
		t.Errorf("import says %q", got)
	}
	if status, out, errs := command(t, "recall", "bread"); status != 0 || !strings.Contains(out, "Bake bread") {
		t.Errorf("recall in the repository: %d %s%s", status, out, errs)
	}
	repository, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if got := plotline("import", "git", repository, "--embeddings", "off"); !strings.HasPrefix(got, "The workspace is default.") {
		t.Errorf("import of another folder says %q", got)
	}
}
