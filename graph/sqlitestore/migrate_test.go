package sqlitestore

import (
	"fmt"
	"path/filepath"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
)

// formerFile makes a file of schema 1 with so many episodes. Each has one word that the others lack.
func formerFile(t *testing.T, episodes int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "graph.db")
	db := raw(t, path)
	schema, err := migrationFiles.ReadFile("migrations/0001_graph.sql")
	ok(t, err)
	execRaw(t, db, "%s", string(schema))
	execRaw(t, db, "PRAGMA application_id = %d", application)
	execRaw(t, db, "PRAGMA user_version = 1")
	execRaw(t, db, "INSERT INTO workspace (key, name, serial, episodes) VALUES (1, '%s', %d, %d)", ws, episodes, episodes)
	execRaw(t, db, `INSERT INTO episode (key, workspace, id, serial, created_at, updated_at, reward, name, tags, retry_key, digest, query, reflection)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT i, 1, printf('%%08x-0000-7000-8000-000000000000', i), i, i, i, 0, printf('name%%d', i), '["old tag"]', '', '', 'orders arrived', 'learned'
		FROM n`, episodes)
	ok(t, db.Close())
	return path
}

// TestMigrationOfOldFile checks that a search finds the episodes of an older version by the words of every field, and that
// they change like any other.
func TestMigrationOfOldFile(t *testing.T) {
	t.Parallel()
	const episodes = 2*atOnce + 7
	s := storeAt(t, formerFile(t, episodes))
	finds := func(text string, want int) {
		t.Helper()
		_, count, err := s.FindText(t.Context(), ws, graph.TextQuery{Clauses: analysis.English.Parse(text), All: true, Limit: 1})
		ok(t, err)
		same(t, "episodes with "+text, count, want)
	}
	for text, want := range map[string]int{
		"order arrives": episodes, `"orders arrived"`: episodes, "tag learn": episodes, "name7": 1, fmt.Sprintf("name%d", episodes): 1, "nothing": 0,
	} {
		finds(text, want)
	}
	now, err := s.Languages(t.Context(), ws)
	ok(t, err)
	same(t, "languages", now, graph.Indexing{Languages: analysis.English})
	first := graph.ID("00000001-0000-7000-8000-000000000000")
	old, _, err := s.Episode(t.Context(), ws, first)
	ok(t, err)
	changed := old
	changed.Query, changed.UpdatedAt = "something else", old.UpdatedAt+1
	ok(t, s.ReplaceEpisode(t.Context(), ws, changed, old.UpdatedAt))
	finds("order", episodes-1)
	finds("something", 1)
	_, err = s.DeleteEpisode(t.Context(), ws, first)
	ok(t, err)
	finds("something", 0)
}

// TestMigrationAddsVectors checks that every episode in a file of schema 2 waits for a vector once a model is named.
func TestMigrationAddsVectors(t *testing.T) {
	t.Parallel()
	path := formerFile(t, 5)
	db := raw(t, path)
	schema, err := migrationFiles.ReadFile("migrations/0002_text.sql")
	ok(t, err)
	execRaw(t, db, "%s", string(schema))
	execRaw(t, db, "PRAGMA user_version = 2")
	ok(t, db.Close())
	s := storeAt(t, path)
	waiting, err := s.WaitingWorkspaces(t.Context(), "m", 9)
	ok(t, err)
	same(t, "where no model was named", waiting, []string{ws})
	got, err := s.UseModel(t.Context(), ws, "m", false)
	ok(t, err)
	same(t, "embeddings", got, graph.Embeddings{Model: "m", Waiting: 5})
	embedAll(t, s, ws, "m")
	got, err = s.Embeddings(t.Context(), ws)
	ok(t, err)
	same(t, "embeddings", got, graph.Embeddings{Model: "m", Vectors: 5})
}

// TestOlderProgramNamesNoLanguages checks that a workspace which a program of an earlier version made after the
// migration counts as English.
func TestOlderProgramNamesNoLanguages(t *testing.T) {
	t.Parallel()
	path := formerFile(t, 3)
	s := storeAt(t, path)
	_, err := s.Languages(t.Context(), ws)
	ok(t, err)
	db := raw(t, path)
	execRaw(t, db, "UPDATE workspace SET languages = NULL")
	ok(t, db.Close())
	now, err := s.Languages(t.Context(), ws)
	ok(t, err)
	same(t, "languages", now, graph.Indexing{Languages: analysis.English})
	german, err := analysis.LanguagesOf("german")
	ok(t, err)
	now, err = s.UseLanguages(t.Context(), ws, german)
	ok(t, err)
	same(t, "after a change", now, graph.Indexing{Languages: analysis.English, Next: german, Left: 6}) // in two passes
}
