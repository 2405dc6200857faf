package snippets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/markdown"
	"plotline/testing/kit/tier"
)

// page is a page of the documentation.
type page struct {
	name   string // relative to the root of the repository
	source string
	markdown.Page
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// pages returns README.md, CONTRIBUTING.md, SECURITY.md, docs/*.md and docs/*/*.md.
func pages(t *testing.T) []page {
	t.Helper()
	top := root(t)
	files, err := filepath.Glob(filepath.Join(top, "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("docs/: %v, %d pages", err, len(files))
	}
	below, err := filepath.Glob(filepath.Join(top, "docs", "*", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, below...)
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md"} {
		files = append(files, filepath.Join(top, name))
	}
	all := make([]page, 0, len(files))
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(top, file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page{filepath.ToSlash(name), string(source), markdown.Parse(source)})
	}
	return all
}

// TestPages runs every block, unless its page says why not. The first tier only parses them, because shell
// blocks need curl, make and other programs.
func TestPages(t *testing.T) {
	t.Parallel()
	for _, p := range pages(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			w := &world{t: t, page: p}
			for i, b := range p.Blocks {
				w.runBlock(i, b)
			}
			t.Logf("%d blocks: %d are run by the shell, %d by other tests, %d are not run", len(p.Blocks), len(w.shell), w.others, w.excused)
			if tier.IsFull() {
				w.runShell()
			}
		})
	}
}

// runBlock checks a block by its language or its comment. Shell blocks wait for runShell, which runs them all
// in one shell, so that variables and folders carry over.
func (w *world) runBlock(i int, b markdown.Block) {
	w.t.Helper()
	switch {
	case strings.HasPrefix(b.Remark, "not run:"):
		w.excuse(b)
	case strings.HasPrefix(b.Remark, "run by "):
		w.elsewhere(b)
	case b.Remark == "prints":
		w.expect(i, b)
	case b.Language == "sh":
		w.shell = append(w.shell, step{block: b})
	case b.Language == "json":
		w.checkJSON(b)
	case b.Language == "yaml":
		w.checkYAML(b)
	case b.Language == "mermaid", b.Language == "dot", b.Language == "text": // TestMermaid and TestGraphViz check the drawings; text is for readers
	default:
		w.failf(b, "a block in the language %q is neither run nor marked with the reason", b.Language)
	}
}

func (w *world) failf(b markdown.Block, format string, args ...any) {
	w.t.Helper()
	w.t.Errorf("%s:%d: "+format, append([]any{w.page.name, b.Line}, args...)...)
}

// excuse lists a block that is not run. The comment must give a reason.
func (w *world) excuse(b markdown.Block) {
	w.t.Helper()
	reason := strings.TrimSpace(strings.TrimPrefix(b.Remark, "not run:"))
	if reason == "" {
		w.failf(b, "the block is not run, and the remark gives no reason")
	}
	w.excused++
	w.t.Logf("%s:%d is not run: %s", w.page.name, b.Line, reason)
}

// elsewhere accepts that another package runs a block, if that package has tests.
func (w *world) elsewhere(b markdown.Block) {
	w.t.Helper()
	dir, _, _ := strings.Cut(strings.TrimPrefix(b.Remark, "run by "), ",")
	tests, err := filepath.Glob(filepath.Join(root(w.t), filepath.FromSlash(dir), "*_test.go"))
	if err != nil || len(tests) == 0 {
		w.failf(b, "no tests are in %q, which shall run the block: %v", dir, err)
	}
	w.others++
	w.t.Logf("%s:%d is run by %s", w.page.name, b.Line, dir)
}

// expect sets the lines that the shell block right before it must print.
func (w *world) expect(i int, b markdown.Block) {
	w.t.Helper()
	if len(w.shell) == 0 || i == 0 || w.shell[len(w.shell)-1].block.Line != w.page.Blocks[i-1].Line {
		w.failf(b, "the block before this one, which shall print it, is none that is run")
		return
	}
	w.shell[len(w.shell)-1].prints = &b
}
