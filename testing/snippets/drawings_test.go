package snippets_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"plotline/testing/kit/installed"
	"plotline/testing/kit/markdown"
	"plotline/testing/kit/tier"
)

// drawings returns the blocks in a language, and their places.
func drawings(t *testing.T, language string) (blocks []markdown.Block, places []string) {
	t.Helper()
	for _, p := range pages(t) {
		for _, b := range p.Blocks {
			if b.Language == language {
				blocks, places = append(blocks, b), append(places, p.name)
			}
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("no page has a drawing in %s", language)
	}
	return blocks, places
}

// TestMermaid draws every block with the real Mermaid.
func TestMermaid(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	dir := filepath.Join(root(t), "graph", "render", "testdata", "mermaid")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".complete")); err != nil {
		installed.Missing(t, "Mermaid is not installed: run `make deps`")
	}
	blocks, places := drawings(t, "mermaid")
	texts := make([]string, len(blocks))
	for i, b := range blocks {
		texts[i] = b.Text
	}
	raw, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), installed.Node(t), "labels.mjs") //nolint:gosec // a script of this repository
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(raw)
	out, err := cmd.Output()
	var answers []struct {
		Error string `json:"error"`
	}
	if err != nil || json.Unmarshal(out, &answers) != nil || len(answers) != len(blocks) {
		t.Fatalf("labels.mjs: %v, %s", err, out)
	}
	for i, a := range answers {
		if a.Error != "" {
			t.Errorf("%s:%d: Mermaid refuses it: %s", places[i], blocks[i].Line, a.Error)
		}
	}
}

// TestGraphViz draws every block with the real dot.
func TestGraphViz(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("dot")
	if err != nil {
		installed.Missing(t, "GraphViz is not installed")
	}
	blocks, places := drawings(t, "dot")
	for i, b := range blocks {
		cmd := exec.CommandContext(t.Context(), program, "-Tsvg", "-o", os.DevNull)
		cmd.Stdin = bytes.NewReader([]byte(b.Text))
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s:%d: dot: %v, %s", places[i], b.Line, err, out)
		}
	}
}
