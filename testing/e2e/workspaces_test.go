package e2e_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

// TestWorkspaceList checks the list of a store with two workspaces, and the export of one by its name.
func TestWorkspaceList(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	if got := c.run("workspace", "list"); got.Status != 0 || got.Out != "" || got.Err == "" {
		t.Errorf("an empty store: %+v", got)
	}
	c.chain()
	must(t, plotline(t, c.env, append([]string{"episodes", "create", "Elsewhere", "--reward", "1", "--workspace", "other"}, c.args...)...))
	list := c.says("workspace", "list")
	row(t, list, "default", "3", "3", ":", "embedded at ", "plotline.db")
	row(t, list, "other", "1", "0", ":", "embedded at ")
	if listed, _ := c.json("workspace")["workspaces"].([]any); len(listed) != 2 {
		t.Errorf("the list is %v", listed)
	}
	if named, own := c.says("workspace", "export", "other"), c.says("export", "--workspace", "other"); named != own || named == "" {
		t.Errorf("the export of a named workspace is\n%swant\n%s", named, own)
	}
	text, _ := c.shown(window{80, 50}, []string{noPager}, "workspace", "list")
	fits(t, text, 80)
}

// TestMisspeltWorkspace checks that a workspace without anything is neither deleted nor exported.
func TestMisspeltWorkspace(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	c.create("Alpha")
	file := filepath.Join(t.TempDir(), "export.jsonl")
	for _, command := range [][]string{
		{"workspace", "delete", "dafault", "--yes"}, {"workspace", "delete", "dafault"}, {"workspace", "export", "dafault"}, {"workspace", "export", "dafault", "--output", file},
	} {
		got := c.run(command...)
		if got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, "The workspace dafault has no episodes, plans or projects") || !strings.Contains(got.Err, "plotline workspace list") {
			t.Errorf("%v: %+v", command, got)
		}
	}
	if got := c.run("workspace", "delete"); got.Status != 2 || got.Err != "plotline: expected \"<name>\"\n" {
		t.Errorf("without a name: %+v", got)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the export made a file: %v", err)
	}
	if got := c.run("export", "--workspace", "unused"); got.Status != 0 || !strings.Contains(got.Err, "the export is empty") {
		t.Errorf("the export of --workspace: %+v", got)
	}
}

// TestEpisodesUpdate checks that only the named fields change, and that tags are added and removed one by one.
func TestEpisodesUpdate(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	c.create("Alpha")
	before := c.json("episodes", "show", "1")
	for _, tt := range []struct {
		flags []string
		field string
		want  any
	}{
		{[]string{"--reward", "-1"}, "reward", -1.0},
		{[]string{"--name", "Beta"}, "name", "Beta"},
		{[]string{"--query", "Why?"}, "query", "Why?"},
		{[]string{"--tag", "one", "--tag", "two, three"}, "tags", []any{"Alpha, and more", "one", "two, three"}},
		{[]string{"--untag", "Alpha, and more", "--tag", "one"}, "tags", []any{"one", "two, three"}},
		{[]string{"--untag", "one", "--untag", "two, three"}, "tags", nil},
		{[]string{"--metadata", `{"n":2}`}, "metadata", map[string]any{"n": 2.0}},
		{[]string{"--reflection", ""}, "reflection", nil},
	} {
		c.says(append([]string{"episodes", "update", "#1"}, tt.flags...)...)
		after := c.json("episodes", "show", "1")
		for field := range before {
			want := before[field]
			if field == tt.field {
				want = tt.want
			}
			if got := after[field]; field != "updated_at" && string(expect.JSON(t, got)) != string(expect.JSON(t, want)) {
				t.Errorf("%v: %s is %v, want %v", tt.flags, field, got, want)
			}
		}
		before = after
		before[tt.field] = tt.want
	}
	for _, flags := range [][]string{{}, {"--untag", "none"}, {"--tag", "a", "--untag", "a"}, {"--reward", "2"}, {"--name", ""}, {"--metadata", "[]"}} {
		if got := c.run(slices.Concat([]string{"episodes", "update", "1"}, flags)...); got.Status != 2 || got.Out != "" {
			t.Errorf("%v: %+v", flags, got)
		}
	}
	if text := c.says("episodes", "update", "1", "--name", "Gamma"); text != "Updated episode 1, “Gamma”.\n" {
		t.Errorf("the command says %q", text)
	}
}
