package graphtest_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/usecase"
)

// opted matches text that would exempt a store: its name, a skip, a look at the environment.
var opted = regexp.MustCompile(`(?i)neo4j|sqlite|cypher|lucene|fts[0-9]|bolt|\bskip|testing\.Short|os\.Getenv|GOOS`)

// TestSuiteTreatsStoresAlike checks that the suite and its data treat all stores alike.
func TestSuiteTreatsStoresAlike(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := filepath.Glob("testdata/cases/*.json")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, file := range slices.Concat(sources, cases) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		looked++
		for i, line := range strings.Split(string(text), "\n") {
			if found := opted.FindString(line); found != "" && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				t.Errorf("%s:%d: %q lets a store off", file, i+1, found)
			}
		}
	}
	if looked < 40 {
		t.Errorf("looked at %d files only", looked)
	}
}

// TestCasesCoverTheUseCases checks that every use case has a file of cases.
func TestCasesCoverTheUseCases(t *testing.T) {
	t.Parallel()
	cases := graphtest.Cases(t)
	useCases := graph.NewService(graphtest.NewModel(), &usecase.Runner{}).UseCases()
	tools := make([]string, 0, len(useCases))
	for _, u := range useCases {
		tools = append(tools, u.Name)
	}
	slices.Sort(tools)
	if files := slices.Sorted(maps.Keys(cases)); !slices.Equal(files, tools) {
		t.Errorf("files %v, use cases %v", files, tools)
	}
	for tool, list := range cases {
		seen := map[string]bool{}
		refused := 0
		for _, c := range list {
			if seen[c.Name] || c.Name == "" || c.Call != tool {
				t.Errorf("%s: case %q comes twice or calls %s", tool, c.Name, c.Call)
			}
			seen[c.Name] = true
			if c.Error != nil {
				refused++
			}
			if (c.Error == nil) == (c.Want == nil) {
				t.Errorf("%s: case %q must want a result or an error", tool, c.Name)
			}
		}
		if refused < 3 || refused == len(list) {
			t.Errorf("%s: %d cases of %d are refused", tool, refused, len(list))
		}
	}
}
