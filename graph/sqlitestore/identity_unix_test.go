//go:build unix

package sqlitestore

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"plotline/graph"
)

const replacedText = "no longer the file that was opened"

// copyFile copies a file into another, which keeps its identity if it is there.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	raw, err := os.ReadFile(from)
	ok(t, err)
	ok(t, os.WriteFile(to, raw, 0o600)) //nolint:gosec // the test's own file
}

func tryCreate(t *testing.T, s *Store, name string) error {
	t.Helper()
	_, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{episode(name)}})
	return err
}

// lost checks that all calls of a store say that its file was replaced.
func lost(t *testing.T, s *Store) {
	t.Helper()
	for range 2 {
		unavailable(t, tryCreate(t, s, "after"), s.path, replacedText)
		_, _, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
		unavailable(t, err, s.path, replacedText)
		_, err = s.Status(t.Context())
		unavailable(t, err, s.path, replacedText)
		_, err = s.Survey(t.Context(), ws)
		unavailable(t, err, s.path, replacedText)
		_, err = s.Snapshot(t.Context(), s.path+".copy")
		unavailable(t, err, s.path, replacedText)
	}
}

func moveToFile(t *testing.T, s *Store) {
	t.Helper()
	db := raw(t, s.path)
	execRaw(t, db, "PRAGMA wal_checkpoint(PASSIVE)")
	ok(t, db.Close())
}

// TestOlderCopyInPlace copies an older state of the database over it: it has the same id.
func TestOlderCopyInPlace(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	moveToFile(t, s)
	create(t, s, "b")
	old := filepath.Join(t.TempDir(), "old.db")
	copyFile(t, s.path, old)
	create(t, s, "c")
	moveToFile(t, s)
	_, err := s.Status(t.Context())
	ok(t, err)
	copyFile(t, old, s.path)
	lost(t, s)
	ok(t, s.Close())
	_, total, err := storeAt(t, s.path).ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	same(t, "episodes of the copy", total, 1) // the changes since then are beside it
	_, err = os.Stat(s.path + "-wal.old")
	ok(t, err)
}

// TestUnreadableContent writes other things than a database into the open file.
func TestUnreadableContent(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"empty": "", "text": strings.Repeat("no database ", 10000)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			create(t, s, "a")
			ok(t, os.WriteFile(s.path, []byte(content), 0o600))
			lost(t, s)
			ok(t, s.Close())
			left, err := os.ReadFile(s.path)
			ok(t, err)
			same(t, "the file", string(left), content)
		})
	}
}

// TestLossIsFinal checks that a file which comes back is not used again: another process may have used it meanwhile.
func TestLossIsFinal(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	ok(t, os.Rename(s.path, s.path+".away"))
	_, err := s.Status(t.Context())
	unavailable(t, err, s.path, replacedText)
	ok(t, os.Rename(s.path+".away", s.path))
	lost(t, s)
}

// TestLossBeforeFirstReader checks that a connection which is opened later makes no new file.
func TestLossBeforeFirstReader(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a") // opens only the writing connection
	ok(t, os.Remove(s.path))
	_, _, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
	unavailable(t, err, s.path, replacedText)
	if _, err := os.Stat(s.path); !os.IsNotExist(err) {
		t.Errorf("the file is there again: %v", err)
	}
}

// TestOthersMayWrite checks that what other processes do to the file, such as moving changes from the -wal to it, is not
// taken for a replacement.
func TestOthersMayWrite(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	for i := range 20 {
		other := New(s.path)
		names := make([]string, 60)
		for n := range names {
			names[n] = fmt.Sprint("other ", i, n)
		}
		create(t, other, names...)
		_, _, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
		ok(t, err)
		ok(t, other.Close())
		create(t, s, fmt.Sprint("own ", i))
		moveToFile(t, s)
	}
	_, total, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	same(t, "episodes", total, 1+20*61)
}

// TestUnfinishedCheckpoint writes the first page of the -wal to the file, and none of the others, as a process that is
// killed while it moves changes to the file.
func TestUnfinishedCheckpoint(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for i := range 5 {
		big := episode(strconv.Itoa(i))
		big.Reflection = strings.Repeat("long text ", 6000)
		_, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{big}})
		ok(t, err)
	}
	var pages uint32
	db := raw(t, s.path)
	ok(t, db.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&pages))
	file, err := os.OpenFile(s.path, os.O_RDWR, 0)
	ok(t, err)
	t.Cleanup(func() { ok(t, file.Close()) }) // closing it sooner would release SQLite's locks
	info, err := file.Stat()
	ok(t, err)
	if int64(pages)*4096 <= info.Size() {
		t.Fatalf("the file has all %d pages", pages)
	}
	_, err = file.WriteAt(binary.BigEndian.AppendUint32(nil, pages), 28) // where the header has the number of pages
	ok(t, err)
	create(t, s, "after")
	_, total, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	same(t, "episodes", total, 6)
}

// TestLastConnectionCloses checks that a new -wal is accepted after SQLite has removed the old one itself.
func TestLastConnectionCloses(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	_ = change(t.Context(), s, func(q *session) error { // the connection cannot be rolled back, and is closed
		_, err := q.link.exec(t.Context(), rollback)
		ok(t, err)
		return graph.SameEnds()
	})
	if _, err := os.Stat(s.path + logSuffix); !os.IsNotExist(err) {
		t.Errorf("the -wal is there after the last connection was closed: %v", err)
	}
	create(t, s, "b")
	ok(t, os.Remove(s.path+logSuffix))
	lost(t, s)
}

// TestForeignLogIsRefused puts the -wal of another database beside a file, as a killed process leaves it whose file was
// overwritten.
func TestForeignLogIsRefused(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	victim := newStore(t)
	create(t, victim, "x", "y")
	ok(t, victim.Close())
	copyFile(t, s.path+logSuffix, victim.path+logSuffix)
	before, err := os.ReadFile(victim.path)
	ok(t, err)
	again := storeAt(t, victim.path)
	for range 2 {
		unavailable(t, tryCreate(t, again, "z"), victim.path, "graph.db-wal still has changes of the database before")
	}
	ok(t, again.Close())
	after, err := os.ReadFile(victim.path)
	ok(t, err)
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
}

// TestOldDatabaseGetsID checks that a database of the first schema gets an id when it is opened, and that a restored one
// gets another.
func TestOldDatabaseGetsID(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	db := raw(t, path)
	execRaw(t, db, "%s", migrations()[0].Text)
	execRaw(t, db, "INSERT INTO schema_digest VALUES ('%s')", migrations()[:1].Latest().Digest)
	execRaw(t, db, "PRAGMA application_id = %d", application)
	execRaw(t, db, "PRAGMA user_version = 1")
	ok(t, db.Close())
	ok(t, RenewID(t.Context(), path)) // it has none yet
	ids := map[string]bool{}
	for range 3 {
		s := New(path)
		create(t, s, "b")
		ids[s.first.id] = true
		ok(t, s.Close())
		ok(t, RenewID(t.Context(), path))
	}
	if len(ids) != 3 {
		t.Errorf("the ids %v, want 3", ids)
	}
	missing := filepath.Join(t.TempDir(), "none.db")
	unavailable(t, RenewID(t.Context(), missing), missing, "cannot be opened")
}
