package sqlitestore

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
)

// withRemoved sets how many relationships of a deleted episode a transaction removes. With 0 they all stay hidden.
func withRemoved(n int) Option { return func(s *Store) { s.removed = n } }

// TestHiddenRelationships checks that nothing shows the relationships of a deleted episode before they are removed, and that
// a removal relationship by relationship changes nothing.
func TestHiddenRelationships(t *testing.T) {
	t.Parallel()
	for name, n := range map[string]int{"all stay": 0, "one at a time": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			open := func(t *testing.T) graph.Store { t.Helper(); return newStore(t, withRemoved(n)) }
			graphtest.Run(t, open)
			graphtest.RunModel(t, open)
		})
	}
}

// hub returns an episode with n relationships: as many from it as to it, of all types. It is the first of the batch.
func hub(n int) graph.Batch {
	batch := graph.Batch{Episodes: []graph.NewEpisode{episode("hub")}}
	for i := range n {
		from, to := graph.End{Item: 0}, graph.End{Item: i + 1}
		if i%2 == 1 {
			from, to = to, from
		}
		batch.Episodes = append(batch.Episodes, episode(strconv.Itoa(i)))
		batch.Relationships = append(batch.Relationships, graph.NewRelationship{
			Relationship: relationship("", "", graph.Types()[i/2%len(graph.Types())]), FromEnd: from, ToEnd: to,
		})
	}
	return batch
}

// createHub stores a hub, and returns its id.
func createHub(tb testing.TB, s *Store, n int) graph.ID {
	tb.Helper()
	batch := hub(n)
	_, err := s.CreateEpisodes(tb.Context(), ws, batch)
	ok(tb, err)
	return batch.Episodes[0].EpisodeID
}

// hidden counts the relationships in the file, and the deleted episodes that have some of them.
func hidden(tb testing.TB, db *sql.DB) (relationships, episodes int) {
	tb.Helper()
	ok(tb, db.QueryRowContext(tb.Context(),
		"SELECT (SELECT count(*) FROM relationship), (SELECT count(*) FROM deleted_episode)").Scan(&relationships, &episodes))
	return relationships, episodes
}

// removedSoon waits until no hidden relationship is left.
func removedSoon(tb testing.TB, db *sql.DB) {
	tb.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		relationships, episodes := hidden(tb, db)
		if relationships == 0 && episodes == 0 {
			return
		}
		if time.Now().After(deadline) {
			tb.Fatalf("%d relationships of %d deleted episodes are left", relationships, episodes)
		}
	}
}

// TestRemovalGoesOn checks that the next store which opens the file removes what is left of several deletions.
func TestRemovalGoesOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	const size = 100
	s := storeAt(t, path, withRemoved(0))
	for range 2 {
		n, err := s.DeleteEpisode(t.Context(), ws, createHub(t, s, size))
		ok(t, err)
		same(t, "deleted", n, size)
	}
	db := raw(t, path)
	relationships, episodes := hidden(t, db)
	same(t, "hidden", []int{relationships, episodes}, []int{2 * size, 2})
	ok(t, s.Close())
	s = storeAt(t, path, withRemoved(30))
	_, err := s.Status(t.Context())
	ok(t, err)
	removedSoon(t, db)
	for _, kind := range orderingTypes {
		keptSoon(t, s, kind)
	}
}

// TestRemovalOutlivesItsCall checks that a deletion whose caller leaves is complete, and that the rest is removed.
func TestRemovalOutlivesItsCall(t *testing.T) {
	t.Parallel()
	s := newStore(t, withRemoved(1))
	id := createHub(t, s, 200)
	db := raw(t, s.path)
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		defer leave()
		for n := 0; n == 0 && ctx.Err() == nil; {
			_ = db.QueryRowContext(ctx, "SELECT count(*) FROM deleted_episode").Scan(&n) // 0 if it fails
		}
	}()
	n, err := s.DeleteEpisode(ctx, ws, id)
	ok(t, err)
	same(t, "deleted", n, 200)
	removedSoon(t, db)
}

// childHub is the environment variable that makes the child delete a hub with this number of relationships.
const childHub = "PLOTLINE_TEST_CHILD_HUB"

// childDeletes creates a hub, prints its id, deletes it, and waits.
func childDeletes(path string, size int) {
	s, batch := New(path, withRemoved(size/100)), hub(size)
	_, err := s.CreateEpisodes(context.Background(), ws, batch)
	if err == nil {
		fmt.Fprintln(os.Stdout, batch.Episodes[0].EpisodeID)
		_, err = s.DeleteEpisode(context.Background(), ws, batch.Episodes[0].EpisodeID)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "child:", err)
		os.Exit(1)
	}
	time.Sleep(time.Minute)
}

// TestKilledWhileItDeletes kills processes that delete a hub. It is then there with all of its relationships, or gone, and
// the next store removes the rest.
func TestKilledWhileItDeletes(t *testing.T) {
	t.Parallel()
	const size = 2000
	parts := 0
	for round := 0; round < 5 || parts == 0 && round < 50; round++ {
		path := filepath.Join(t.TempDir(), fmt.Sprint(round, ".db"))
		id := killedDeletion(t, path, size, time.Duration(round*5)*time.Millisecond)
		db := raw(t, path)
		left, deleted := hidden(t, db)
		if deleted > 0 && left < size {
			parts++
		}
		s := storeAt(t, path)
		_, rels, err := s.Episode(t.Context(), ws, id)
		extent, extentErr := s.Extent(t.Context(), ws)
		ok(t, extentErr)
		if err == nil {
			same(t, "relationships of the hub", []int{rels.Degrees.Total(), extent.Relationships}, []int{size, size})
			_, err = s.DeleteEpisode(t.Context(), ws, id)
			ok(t, err)
		} else {
			same(t, "relationships after the deletion", extent.Relationships, 0)
		}
		removedSoon(t, db)
		keptSoon(t, s, graph.Follows)
	}
	if parts == 0 {
		t.Error("no process was killed between two parts")
	}
}

// killedDeletion starts a child, and kills it some time after it began to delete its hub, whose id it returns.
func killedDeletion(t *testing.T, path string, size int, after time.Duration) graph.ID {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0]) //nolint:gosec // this very binary
	child.Env = append(os.Environ(), childPath+"="+path, childHub+"="+strconv.Itoa(size))
	out, err := child.StdoutPipe()
	ok(t, err)
	ok(t, child.Start())
	line := make([]byte, 37)
	_, err = out.Read(line)
	ok(t, err)
	time.Sleep(after)
	ok(t, child.Process.Kill())
	_ = child.Wait() // killed
	return graph.ID(strings.TrimSpace(string(line)))
}
