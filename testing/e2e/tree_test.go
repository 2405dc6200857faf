package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

// TestTree checks the drawing in a terminal. In a pipe and in files, the default stays Mermaid.
func TestTree(t *testing.T) {
	t.Parallel()
	c, _ := newChain(t)
	c.create(strings.Repeat("long ", 30))
	const drawn = "#1  Alpha"
	text, status := c.shown(window{80, 50}, []string{noPager, "NO_COLOR=1"}, "graph")
	for _, want := range []string{drawn, "then #2  Beta", "then #3  Gamma", "   also refined by #1\n", "-0.5", " ago\n", "\n\n#4  long long"} {
		if !strings.Contains(strings.ReplaceAll(text, " now\n", " ago\n"), want) {
			t.Errorf("status %d, the tree lacks %q:\n%s", status, want, text)
		}
	}
	for _, columns := range []uint16{30, 80, 140} {
		text, _ = c.shown(window{columns, 50}, []string{noPager}, "graph")
		fits(t, text, columns)
		if !strings.Contains(text, "\x1b[31m-0.5") {
			t.Errorf("%d columns: the rewards have no colour:\n%s", columns, text)
		}
	}
	piped := c.says("graph", "--format", "tree")
	if !strings.HasPrefix(piped, drawn) || !strings.Contains(piped, strings.TrimSpace(strings.Repeat("long ", 30))) {
		t.Errorf("a pipe gets\n%s", piped)
	}
	if text := c.says("graph"); !strings.HasPrefix(text, "graph TD\n") {
		t.Errorf("the default in a pipe is\n%s", text)
	}
	file := filepath.Join(t.TempDir(), "graph")
	c.shown(window{80, 50}, []string{noPager}, "graph", "-o", file)
	if text := expect.ReadFile(t, file); !strings.HasPrefix(string(text), "graph TD\n") {
		t.Errorf("the default of --output is\n%s", text)
	}
	text, _ = c.shown(window{80, 50}, []string{noPager}, "graph", "show", "--max-nodes", "2", "--format=tree")
	if !strings.HasSuffix(text, "--depth.\n") || !strings.Contains(text, "2 of 4 episodes; to see more, add --max-nodes 4") {
		t.Errorf("the tree does not say what it lacks:\n%s", text)
	}
}
