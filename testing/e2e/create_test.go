package e2e_test

import (
	"strings"
	"testing"
)

// TestCreateWithRelationships checks which way round each flag of episodes create relates the new episode.
func TestCreateWithRelationships(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	old := strings.TrimSpace(c.says("episodes", "create", "Old"))
	var want strings.Builder
	flags := []struct{ flag, reads string }{
		{"--follows", "#1 “Old” came before #2 “New”"},
		{"--caused-by", "#1 “Old” caused #2 “New”"},
		{"--part-of", "#2 “New” is part of #1 “Old”"},
		{"--related-to", "#2 “New” is related to #1 “Old”"},
		{"--refines", "#2 “New” refines #1 “Old”"},
		{"--contradicts", "#2 “New” contradicts #1 “Old”"},
	}
	args := append(make([]string, 0, 3+2*len(flags)), "episodes", "create", "New")
	for _, f := range flags {
		args = append(args, f.flag, "1")
		want.WriteString(f.reads + "\n")
	}
	var reads strings.Builder
	for _, link := range c.json(args...)["relationships"].([]any) {
		reads.WriteString(link.(map[string]any)["reads"].(string) + "\n")
	}
	if reads.String() != want.String() {
		t.Errorf("stored\n%swant\n%s", reads.String(), want.String())
	}
	if shown := c.says("episodes", "show", old); !strings.Contains(shown, "\ncaused #2 “New”") {
		t.Errorf("shown\n%s", shown)
	}
	causes := c.json("episodes", "create", "Cause", "--causes", old, "--causes", "#2")["relationships"].([]any)
	if len(causes) != 2 || causes[1].(map[string]any)["reads"] != "#3 “Cause” caused #2 “New”" {
		t.Errorf("stored %v", causes)
	}
	for flag, want := range map[string]string{
		"--follows=x":  `--follows must be a UUID or a serial number, got "x"`,
		"--follows=99": "Episode not found: #99",
	} {
		if r := c.run("episodes", "create", "q", flag); r.Status == 0 || !strings.Contains(r.Err, want) {
			t.Errorf("%s: status %d, %s", flag, r.Status, r.Err)
		}
	}
}

// TestCreateNamesSimilar checks that a command names an earlier episode about the same.
func TestCreateNamesSimilar(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	c.says("episodes", "create", "The nightly backup of the orders database is empty", "--reward", "-1")
	if got, has := c.json("episodes", "create", "Write release notes")["similar"]; has {
		t.Errorf("similar %v", got)
	}
	got, _ := c.json("episodes", "create", "Again the orders database has an empty nightly backup")["similar"].([]any)
	if len(got) != 1 || got[0].(map[string]any)["reward"] != -1.0 || got[0].(map[string]any)["id"] != 1.0 {
		t.Errorf("similar %v", got)
	}
}
