package promises_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	code     = regexp.MustCompile("`([^`]+)`")
	function = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// TestEveryPromiseHasTests reads the table of SECURITY.md. The last cell of a row names folders, each
// followed by tests in it.
func TestEveryPromiseHasTests(t *testing.T) {
	t.Parallel()
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "\n| promise | held by |\n|---|---|\n")
	if !found {
		t.Fatal("SECURITY.md has no table of promises")
	}
	rows := 0
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "| ") {
			break
		}
		rows++
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 2 {
			t.Errorf("a row has %d cells, want 2: %s", len(cells), line)
			continue
		}
		checkTests(t, root, strings.TrimSpace(cells[0]), cells[1])
	}
	if rows == 0 {
		t.Error("the table of promises is empty")
	}
}

// checkTests looks for the tests that a cell names.
func checkTests(t *testing.T, root, promise, cell string) {
	t.Helper()
	var known map[string]bool
	var folder string
	tests := 0
	for _, span := range code.FindAllStringSubmatch(cell, -1) {
		name := span[1]
		if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") {
			folder, known = name, testsIn(t, filepath.Join(root, name))
			continue
		}
		tests++
		if !known[name] {
			t.Errorf("%s: there is no %s in %s", promise, name, folder)
		}
	}
	if tests == 0 {
		t.Errorf("%s: no test is named", promise)
	}
}

func testsIn(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("there are no tests in %s", folder)
	}
	names := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range function.FindAllStringSubmatch(string(text), -1) {
			names[match[1]] = true
		}
	}
	return names
}
