package sqlitestore

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"plotline/graph"
)

// TestSnapshotIsOneMoment copies a file while its episodes are created in pairs by several writers. A copy that was not
// of one moment would have half a pair.
func TestSnapshotIsOneMoment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storeAt(t, filepath.Join(dir, "graph.db"))
	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	defer writing.Wait()
	defer stop()
	pair := func(ctx context.Context) error {
		_, err := s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{
			{Episode: graph.Episode{EpisodeID: graph.NewID(), Name: "a", Query: "first of two"}},
			{Episode: graph.Episode{EpisodeID: graph.NewID(), Name: "b", Query: "second of two"}},
		}})
		return err
	}
	ok(t, pair(ctx))
	for range 4 {
		writing.Go(func() {
			for ctx.Err() == nil {
				if err := pair(ctx); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
	}
	last := 0
	for n := range 5 {
		path := filepath.Join(dir, string(rune('a'+n))+".db")
		_, before, err := s.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 1})
		ok(t, err)
		made, err := s.Snapshot(ctx, path)
		ok(t, err)
		same(t, "schema", made.Schema, migrations().Latest())
		copied := storeAt(t, path)
		_, total, err := copied.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 1})
		ok(t, err)
		same(t, "sizes", made.Workspaces, []WorkspaceSize{{ws, total, 0}})
		if total%2 != 0 || total < before || total < last {
			t.Errorf("the copy has %d episodes, the file had %d before", total, before)
		}
		last = total
		unchanged, err := copied.Survey(ctx, ws) // checks the file
		ok(t, err)
		same(t, "episodes", unchanged.Episodes, total)
	}
}

// TestSnapshotWithoutFile checks that a missing file gives nothing and is not made, and that a file of another version
// or of another program is rejected.
func TestSnapshotWithoutFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "graph.db")
	s := storeAt(t, path)
	made, err := s.Snapshot(t.Context(), filepath.Join(dir, "none.db"))
	ok(t, err)
	if made != nil {
		t.Errorf("a snapshot of nothing: %v", made)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
	ok(t, os.WriteFile(path, nil, 0o600))
	db := raw(t, path)
	execRaw(t, db, "PRAGMA application_id = %d", application)
	execRaw(t, db, "PRAGMA user_version = %d", len(migrations())+1)
	_, err = s.Snapshot(t.Context(), filepath.Join(dir, "newer.db"))
	unavailable(t, err, path, "of another version of Plotline")
	execRaw(t, db, "PRAGMA application_id = 1")
	_, err = s.Snapshot(t.Context(), filepath.Join(dir, "other.db"))
	unavailable(t, err, path, "give another file")
}
