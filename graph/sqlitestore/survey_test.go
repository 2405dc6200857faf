package sqlitestore

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/graph"
)

func TestSurveyCreatesNothing(t *testing.T) {
	t.Parallel()
	s := storeAt(t, filepath.Join(t.TempDir(), "data", "graph.db"))
	found, err := s.Survey(t.Context(), ws)
	ok(t, err)
	same(t, "survey", found, graph.Survey{Status: graph.Status{Kind: "embedded", Location: s.path}, Latest: len(migrations())})
	if _, err := os.Stat(filepath.Dir(s.path)); !os.IsNotExist(err) {
		t.Errorf("to look made the folder: %v", err)
	}
}

func TestSurveyCountsOneWorkspace(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b", "c")
	ok(t, second(s.AddRelationships(t.Context(), ws, []graph.Relationship{
		{ID: graph.NewID(), From: ids[0], To: ids[1], Type: graph.Follows, Strength: 1, CreatedAt: 1},
		{ID: graph.NewID(), From: ids[0], To: ids[1], Type: graph.Refines, Strength: 1, CreatedAt: 1},
	})))
	for name, want := range map[string][2]int{ws: {3, 2}, "another": {}} {
		found, err := s.Survey(t.Context(), name)
		ok(t, err)
		same(t, name, [2]int{found.Episodes, found.Relationships}, want)
		same(t, "schema", found.Schema, found.Latest)
	}
}

// TestSurveyFindsDamage damages a page that short calls do not read.
func TestSurveyFindsDamage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	ok(t, s.Close())
	text, err := os.ReadFile(s.path)
	ok(t, err)
	for i := 4096 * 3; i < 4096*5; i++ {
		text[i] = 0xff
	}
	ok(t, os.WriteFile(s.path, text, 0o600)) //nolint:gosec // the test's own file
	_, err = New(s.path).Survey(t.Context(), ws)
	unavailable(t, err, s.path, "damaged")
}

func TestSurveyOfForeignFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		strings.Repeat("this is no database ", 100): "damaged or not a database",
		"": "",
	} {
		s := newStore(t)
		ok(t, os.WriteFile(s.path, []byte(text), 0o600))
		_, err := s.Survey(t.Context(), ws)
		if want == "" {
			ok(t, err)
		} else {
			unavailable(t, err, s.path, want)
		}
		left, err := os.ReadFile(s.path)
		ok(t, err)
		same(t, "the file", string(left), text)
	}
}
