package dependencies_test

import (
	"debug/buildinfo"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/testing/kit/serving"
)

// row matches a table line that begins with a name in code font.
var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")

// section returns the names in the tables below a heading, up to the next one.
func section(t *testing.T, heading string) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	_, below, found := strings.Cut(string(text), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("docs/dependencies.md has no section %q", heading)
	}
	below, _, _ = strings.Cut(below, "\n## ")
	matches := row.FindAllStringSubmatch(below, -1)
	names := make([]string, len(matches))
	for i, match := range matches {
		names[i] = match[1]
	}
	slices.Sort(names)
	return names
}

// direct matches a direct dependency in go.mod. An indirect one is followed by a remark.
var direct = regexp.MustCompile(`(?m)^(?:require )?\t?([^\s()]+\.[^\s()]+) v\S+$`)

// shipped returns the modules that the program was built from.
func shipped(t *testing.T) map[string]bool {
	t.Helper()
	program, err := serving.Program(t.Context(), t.TempDir(), serving.Plain)
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]bool{}
	for _, module := range info.Deps {
		modules[module.Path] = true
	}
	return modules
}

// TestTablesListDirectModules compares the tables with go.mod, and the modules listed as part of the
// program with the program.
func TestTablesListDirectModules(t *testing.T) {
	t.Parallel()
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	inProgram := shipped(t)
	var program, tests []string
	for _, match := range direct.FindAllStringSubmatch(string(mod), -1) {
		if inProgram[match[1]] {
			program = append(program, match[1])
		} else {
			tests = append(tests, match[1])
		}
	}
	slices.Sort(program)
	slices.Sort(tests)
	if diff := cmp.Diff(program, section(t, "In the program")); diff != "" {
		t.Errorf("modules in the program (-go.mod +docs/dependencies.md):\n%s", diff)
	}
	if diff := cmp.Diff(tests, section(t, "In tests only")); diff != "" {
		t.Errorf("modules of tests (-go.mod +docs/dependencies.md):\n%s", diff)
	}
}

// TestTableListsPackagesOfPages compares the table with web/package.json.
func TestTableListsPackagesOfPages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../web/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var pages struct {
		Dependencies map[string]string `json:"dependencies"`
	}
	if err := json.Unmarshal(text, &pages); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(pages.Dependencies)), section(t, "In the pages")); diff != "" {
		t.Errorf("packages (-web/package.json +docs/dependencies.md):\n%s", diff)
	}
}
