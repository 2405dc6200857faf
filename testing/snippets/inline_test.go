package snippets_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	target  = regexp.MustCompile(`^make ([a-z-]+)`)
	defined = regexp.MustCompile(`(?m)^([a-z0-9-]+):.*## `)
	goTool  = regexp.MustCompile(`^go (test|run|vet) `)
)

// TestInline checks that the make targets and Go packages in inline commands exist.
func TestInline(t *testing.T) {
	t.Parallel()
	top := root(t)
	makefile, err := os.ReadFile(filepath.Join(top, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]bool{}
	for _, m := range defined.FindAllStringSubmatch(string(makefile), -1) {
		targets[m[1]] = true
	}
	seen := 0
	for _, p := range pages(t) {
		for _, code := range p.Codes {
			if m := target.FindStringSubmatch(code.Text); m != nil {
				seen++
				if !targets[m[1]] {
					t.Errorf("%s:%d: the Makefile has no %q", p.name, code.Line, code.Text)
				}
			}
			if goTool.MatchString(code.Text) {
				seen++
				for _, gone := range missing(top, code.Text) {
					t.Errorf("%s:%d: %q: there is no %s", p.name, code.Line, code.Text, gone)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no page has a command within its text")
	}
}

// missing lists the folders of a command that do not exist.
func missing(top, command string) (gone []string) {
	for word := range strings.FieldsSeq(command) {
		dir, is := strings.CutPrefix(strings.TrimSuffix(word, "/..."), "./")
		if !is || dir == "..." {
			continue
		}
		if info, err := os.Stat(filepath.Join(top, filepath.FromSlash(dir))); err != nil || !info.IsDir() {
			gone = append(gone, word)
		}
	}
	return gone
}
