package sqlitestore

import (
	"path/filepath"
	"slices"
	"testing"

	"plotline/graph"
	"plotline/internal/schema"
)

// withMigrations adds made-up migrations to those of the program.
func withMigrations(texts ...string) Option {
	return func(s *Store) {
		for _, text := range texts {
			s.migrations = append(slices.Clip(s.migrations), schema.Migration{Name: "made up", Text: text})
		}
	}
}

// TestSecondMigration checks that a made-up second migration runs once, on a new file and on one with the first schema,
// that its failure changes nothing, and that the program without it then refuses the file.
func TestSecondMigration(t *testing.T) {
	t.Parallel()
	const second = "ALTER TABLE episode ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"
	path := filepath.Join(t.TempDir(), "graph.db")
	s := storeAt(t, path)
	ids := create(t, s, "a", "b")
	ok(t, s.Close())

	_, err := storeAt(t, path, withMigrations("ALTER TABLE missing ADD COLUMN mood TEXT")).Status(t.Context())
	if err == nil {
		t.Error("a migration that fails is a success")
	}
	s = storeAt(t, path)
	_, _, err = s.Episode(t.Context(), ws, ids[0])
	ok(t, err)
	ok(t, s.Close())

	found, err := storeAt(t, path, withMigrations(second)).Survey(t.Context(), ws) // does not migrate
	ok(t, err)
	same(t, "schema and latest before", []int{found.Schema, found.Latest}, []int{len(migrations()), len(migrations()) + 1})
	for range 2 {
		s = storeAt(t, path, withMigrations(second))
		_, _, err = s.Episode(t.Context(), ws, ids[0])
		ok(t, err)
		status, err := s.Status(t.Context())
		ok(t, err)
		same(t, "schema", status.Schema, len(migrations())+1)
		ok(t, s.Close())
	}
	var mood string
	ok(t, raw(t, path).QueryRowContext(t.Context(), "SELECT min(mood) FROM episode").Scan(&mood))
	same(t, "mood", mood, "calm")
	create(t, newStore(t, withMigrations(second)), "c")

	for _, other := range [][]string{nil, {"ALTER TABLE episode ADD COLUMN temper TEXT"}} {
		_, err = storeAt(t, path, withMigrations(other...)).Status(t.Context())
		unavailable(t, err, path, "of another version of Plotline")
	}
}

// TestBackupBeforeMigration checks that a file which lacks a migration is copied as it is, and that the copy can be
// migrated.
func TestBackupBeforeMigration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	s := storeAt(t, path)
	create(t, s, "a", "b", "c")
	ok(t, s.Close())
	next := withMigrations("CREATE TABLE made_up (x INTEGER) STRICT")
	to := filepath.Join(t.TempDir(), "copy.db")
	made, err := storeAt(t, path, next).Snapshot(t.Context(), to)
	ok(t, err)
	same(t, "snapshot", made, &Snapshot{Schema: migrations().Latest(), Workspaces: []WorkspaceSize{{ws, 3, 0}}})
	for _, name := range []string{path, to} {
		var number int
		ok(t, raw(t, name).QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&number))
		same(t, name, number, len(migrations()))
	}
	_, total, err := storeAt(t, to, next).ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	same(t, "episodes of the migrated copy", total, 3)
}
