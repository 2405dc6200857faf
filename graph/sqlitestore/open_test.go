package sqlitestore

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

func TestNewCreatesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "graph.db")
	s := New(path)
	ok(t, s.Close())
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("the folder is there before the first call: %v", err)
	}
	_, err := s.Status(t.Context())
	unavailable(t, err, path, "closed")
}

func TestStatus(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"graph.db", "a b%20c?d#e&é.db", "no extension"} {
		s := storeAt(t, filepath.Join(t.TempDir(), "made", "by us", name))
		got, err := s.Status(t.Context())
		ok(t, err)
		if got.Version < "3.5" {
			t.Errorf("version %q", got.Version)
		}
		got.Version = ""
		same(t, "status", got, graph.Status{Kind: "embedded", Location: s.path, Schema: len(migrations())})
		info, err := os.Stat(s.path)
		ok(t, err)
		same(t, "mode", info.Mode().Perm(), 0o600)
	}
}

func TestRelativePathIsResolvedOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	s := New("graph.db")
	_, err := s.Status(t.Context())
	ok(t, err)
	ok(t, s.Close())
	want, err := filepath.Abs("graph.db")
	ok(t, err)
	same(t, "path", s.path, want)
}

func TestReopenKeepsEverything(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	first := New(path)
	ids := create(t, first, "a", "b", "c")
	rel := relationship(ids[0], ids[1], graph.Follows)
	ok(t, second(first.AddRelationship(t.Context(), ws, rel)))
	_, err := first.DeleteEpisode(t.Context(), ws, ids[2])
	ok(t, err)
	want, _, err := first.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 10})
	ok(t, err)
	ok(t, first.Close())
	ok(t, first.Close())
	left, err := filepath.Glob(path + "*")
	ok(t, err)
	same(t, "files left, with everything in the one", left, []string{path, path + ".lock"})

	second := storeAt(t, path)
	got, total, err := second.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 10})
	ok(t, err)
	same(t, "episodes", got, want)
	same(t, "count", total, 2)
	rels, err := second.RelationshipsByID(t.Context(), ws, []graph.ID{rel.ID})
	ok(t, err)
	same(t, "relationships", rels, []graph.Relationship{rel})
	found, err := second.FindText(t.Context(), ws, graph.TextQuery{Clauses: analysis.English.Parse("a"), All: true, Limit: 1})
	ok(t, err)
	same(t, "found", found.Count, 1)
	next, err := second.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{episode("d")}})
	ok(t, err)
	same(t, "number after a deleted one", next.Episodes[0].ID, 4)
}

// spoil puts a file in the place of the store's.
func spoil(t *testing.T, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "graph.db")
	ok(t, os.WriteFile(path, content, 0o600))
	return path
}

// untouched checks that every call fails with the advice and that the file does not change.
func untouched(t *testing.T, path, advice string) {
	t.Helper()
	before, err := os.ReadFile(path)
	ok(t, err)
	s := storeAt(t, path)
	for range 2 {
		_, err := s.Status(t.Context())
		unavailable(t, err, path, advice)
		_, err = s.AddRelationship(t.Context(), ws, relationship(graph.NewID(), graph.NewID(), graph.Follows))
		unavailable(t, err, path, advice)
	}
	after, err := os.ReadFile(path)
	ok(t, err)
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
}

// TestDamagedFileIsUnchanged starts at two bytes, because SQLite itself writes one byte into an empty file on some
// systems.
func TestDamagedFileIsUnchanged(t *testing.T) {
	t.Parallel()
	for _, size := range []int{2, 15, 100, 511, 512, 4096, 100_000} {
		garbage := make([]byte, size)
		_, _ = rand.Read(garbage)
		untouched(t, spoil(t, garbage), "not a database")
	}
}

func TestEmptyFileIsInitialised(t *testing.T) {
	t.Parallel()
	create(t, storeAt(t, spoil(t, nil)), "a")
}

func TestForeignDatabaseIsUnchanged(t *testing.T) {
	t.Parallel()
	for _, set := range []string{"CREATE TABLE bookmarks (url TEXT)", "PRAGMA user_version = 3", "PRAGMA application_id = 7"} {
		path := filepath.Join(t.TempDir(), "graph.db")
		execRaw(t, raw(t, path), "%s", set)
		untouched(t, path, "another program")
	}
}

// TestOtherSchemaIsUnchanged checks that a file whose schema this program does not know is rejected: a newer one, one that
// was changed in place, and one without a digest.
func TestOtherSchemaIsUnchanged(t *testing.T) {
	t.Parallel()
	for _, change := range []string{"PRAGMA user_version = 99", "PRAGMA user_version = -1", "UPDATE schema_digest SET digest = 'x'", "DROP TABLE schema_digest"} {
		s := newStore(t)
		create(t, s, "a")
		ok(t, s.Close())
		db := raw(t, s.path)
		execRaw(t, db, "%s", change)
		execRaw(t, db, "PRAGMA journal_mode = DELETE") // so that the file holds everything
		ok(t, db.Close())
		untouched(t, s.path, "of another version of Plotline and was not changed; export each workspace with that version")
	}
}

func TestDamageIsReported(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b")
	ok(t, s.Close())
	content, err := os.ReadFile(s.path)
	ok(t, err)
	for i := 4096; i < len(content); i++ { // keeps the first page, with the schema's root
		content[i] = 0xa5
	}
	ok(t, os.WriteFile(s.path, content, 0o600)) //nolint:gosec // of this test
	damaged := storeAt(t, s.path)
	_, _, err = damaged.Episode(t.Context(), ws, ids[0])
	unavailable(t, err, s.path, "damaged")
	_, err = damaged.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{episode("c")}})
	unavailable(t, err, s.path, "damaged")
}

func TestOpenObstacles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain")
	ok(t, os.WriteFile(plain, nil, 0o600))
	dir := filepath.Join(folder, "dir.db")
	ok(t, os.Mkdir(dir, 0o700))
	for _, path := range []string{filepath.Join(plain, "graph.db"), dir} {
		_, err := storeAt(t, path).Status(t.Context())
		unavailable(t, err, path, "check that the file and its folder exist")
	}
	ok(t, os.Remove(plain))
	s := storeAt(t, filepath.Join(plain, "graph.db"))
	_, err := s.Status(t.Context())
	ok(t, err)
}

func TestNextCallRetries(t *testing.T) {
	t.Parallel()
	path := spoil(t, []byte("this is not a database"))
	s := storeAt(t, path)
	_, err := s.Status(t.Context())
	unavailable(t, err, path, "not a database")
	ok(t, os.Remove(path))
	_, err = s.Status(t.Context())
	ok(t, err)
}

func TestOpeningWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	other := flock.New(path + ".lock")
	ok(t, other.Lock())
	hasty := storeAt(t, path, withPatience(20*time.Millisecond))
	_, err := hasty.Status(t.Context())
	unavailable(t, err, path, "Another program")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	patient := storeAt(t, path)
	_, err = patient.Status(ctx)
	fails(t, err, context.DeadlineExceeded)
	time.AfterFunc(20*time.Millisecond, func() { _ = other.Unlock() })
	_, err = patient.Status(t.Context())
	ok(t, err)
}

func TestCancelledCallersDoNotDelayOpening(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	s.opening <- struct{}{} // another call is opening the file, and takes long
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err := s.Status(ctx)
	fails(t, err, context.DeadlineExceeded)
	<-s.opening
	_, err = s.Status(t.Context())
	ok(t, err)
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	small := New(path, withPragmas("max_page_count = 44"))
	ids := create(t, small, "a", "b")
	big := episode("big")
	big.Reflection = string(make([]byte, 60_000))
	for range 4 {
		_, err := small.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{big}})
		if err != nil {
			unavailable(t, err, path, "free space")
		}
		big.EpisodeID = graph.NewID()
	}
	_, err := small.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{big}})
	unavailable(t, err, path, "free space")
	_, _, err = small.Episode(t.Context(), ws, ids[0])
	ok(t, err)
	_, err = small.DeleteEpisode(t.Context(), ws, ids[1])
	ok(t, err)
	ok(t, small.Close())

	roomy := storeAt(t, path)
	_, err = roomy.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{big}})
	ok(t, err)
	tight := storeAt(t, filepath.Join(t.TempDir(), "graph.db"), withPragmas("max_page_count = 3"))
	_, err = tight.Status(t.Context())
	unavailable(t, err, tight.path, "free space")
}

func TestOwnMistakesAreInternal(t *testing.T) {
	t.Parallel()
	s := storeAt(t, filepath.Join(t.TempDir(), "graph.db"), withPragmas("no such ("))
	for range 2 {
		_, err := s.Status(t.Context())
		same(t, "code", fault.CodeOf(err), fault.Internal)
	}
}

// TestDeletedWordIsGone checks that the index has no word of a deleted episode after the store was closed, though it has many
// others, which keep its older parts alive.
func TestDeletedWordIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	s := storeAt(t, path)
	const secret = "wolpertinger"
	batch := graph.Batch{Episodes: []graph.NewEpisode{episode(secret)}}
	for i := range 100 {
		batch.Episodes = append(batch.Episodes, episode(fmt.Sprint("other", i)))
	}
	_, err := s.CreateEpisodes(t.Context(), ws, batch)
	ok(t, err)
	_, err = s.DeleteEpisode(t.Context(), ws, batch.Episodes[0].EpisodeID)
	ok(t, err)
	ok(t, s.Close())
	raw, err := os.ReadFile(path)
	ok(t, err)
	if bytes.Contains(raw, []byte(secret[3:10])) { // the index keeps of a word what the one before it, here its stem, does not have
		t.Error("a word of a deleted episode is still in the file")
	}
}

// TestDeletedTextIsGone deletes and replaces texts, and looks for their words in the bytes of the file.
func TestDeletedTextIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	s := storeAt(t, path)
	create(t, s, "before", "beside")
	const secret = "wolpertinger"
	for range 3 { // on pages of their own, too
		long := episode(secret)
		long.Reflection = strings.Repeat("The "+secret+" lives in the woods. ", 300)
		_, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{long}})
		ok(t, err)
		if raw, err := os.ReadFile(path + "-wal"); err != nil || !bytes.Contains(raw, []byte(secret)) {
			t.Fatalf("the text was never written: %v", err)
		}
		_, err = s.DeleteEpisode(t.Context(), ws, long.EpisodeID)
		ok(t, err)
	}
	create(t, s, "after")
	ok(t, s.Close())
	raw, err := os.ReadFile(path)
	ok(t, err)
	if at := bytes.Index(raw, []byte(secret[3:10])); at >= 0 { // see TestDeletedWordIsGone
		t.Errorf("a deleted text is still in the file: %q", raw[max(at-40, 0):at+60])
	}
}
