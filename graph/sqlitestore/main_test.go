package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		length, chain := strconv.Atoi(os.Getenv(childChain))
		size, hub := strconv.Atoi(os.Getenv(childHub))
		switch {
		case chain == nil:
			childPrepends(path, length)
		case hub == nil:
			childDeletes(path, size)
		default:
			childWrites(path)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// ws is the workspace of the tests.
const ws = "tests"

// newStore returns a store in a new file. It is closed when the test ends.
func newStore(tb testing.TB, options ...Option) *Store {
	tb.Helper()
	return storeAt(tb, filepath.Join(tb.TempDir(), "graph.db"), options...)
}

func storeAt(tb testing.TB, path string, options ...Option) *Store {
	tb.Helper()
	s := New(path, options...)
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
	})
	return s
}

// withPatience sets how long a call waits for other processes.
func withPatience(d time.Duration) Option { return func(s *Store) { s.patience = d } }

// withReaders sets how many reads run at once.
func withReaders(n int) Option { return func(s *Store) { s.readers = n } }

// withPragmas sets the pragmas of the writing connection.
func withPragmas(pragmas ...string) Option { return func(s *Store) { s.pragmas = pragmas } }

func ok(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// second returns the error of a call with a result.
func second[T any](_ T, err error) error { return err }

func same[T any](tb testing.TB, what string, got, want T) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// unavailable checks that an error names the file and says what to do, without SQLite's own message.
func unavailable(tb testing.TB, err error, path, advice string) {
	tb.Helper()
	if fault.CodeOf(err) != fault.Unavailable {
		tb.Fatalf("%v, want unavailable", err)
	}
	details := fault.From(err).Details
	path, dir := filepath.Base(path), filepath.Dir(path)
	if dir != "." && strings.Contains(details, dir) {
		tb.Errorf("details %q show the server's folder", details)
	}
	if !strings.Contains(details, path) || !strings.Contains(details, advice) {
		tb.Errorf("details %q, want %q and %q in them", details, path, advice)
	}
	for _, word := range []string{"SQL", "sqlite", "PRAGMA", "errno", "(1", "(2", "disk image"} {
		if strings.Contains(strings.ReplaceAll(details, path, ""), word) {
			tb.Errorf("details %q hold %q", details, word)
		}
	}
}

var clock = graph.TimeOf(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))

func episode(name string) graph.NewEpisode {
	clock := clock
	return graph.NewEpisode{Episode: graph.Episode{
		EpisodeID: graph.NewID(), Name: name, Query: "What of " + name + "?", Tags: []string{"test", name},
		CreatedAt: clock, UpdatedAt: clock,
	}}
}

// create stores episodes with these names and returns their ids.
func create(tb testing.TB, s *Store, names ...string) []graph.ID {
	tb.Helper()
	batch, ids := graph.Batch{}, make([]graph.ID, len(names))
	for i, name := range names {
		batch.Episodes = append(batch.Episodes, episode(name))
		ids[i] = batch.Episodes[i].EpisodeID
	}
	_, err := s.CreateEpisodes(tb.Context(), ws, batch)
	ok(tb, err)
	return ids
}

func relationship(from, to graph.ID, t graph.Type) graph.Relationship {
	return graph.Relationship{ID: graph.NewID(), From: from, To: to, Type: t, Strength: 0.5, CreatedAt: clock}
}

// raw opens the file beside the store, as another program would.
func raw(tb testing.TB, path string) *sql.DB {
	tb.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(30000)") // stores write by themselves too
	ok(tb, err)
	db.SetMaxOpenConns(1) // pragmas apply to one connection
	tb.Cleanup(func() { ok(tb, db.Close()) })
	return db
}

func execRaw(tb testing.TB, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}, format string, args ...any,
) {
	tb.Helper()
	_, err := db.ExecContext(tb.Context(), fmt.Sprintf(format, args...))
	ok(tb, err)
}

// fails checks that err is exactly want.
func fails(tb testing.TB, err, want error) {
	tb.Helper()
	if !errors.Is(err, want) {
		tb.Errorf("error %v, want %v", err, want)
	}
}
