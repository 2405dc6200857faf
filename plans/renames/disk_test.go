package renames_test

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/plans/renames"
	"plotline/testing/kit/expect"
)

const (
	planID  = "0b8f2c1e-6d0c-4d0a-9b59-3f6f0f3a7a11"
	otherID = "5a4c2f0e-1b7d-4c3e-8f60-a9d1c2b3e4f5"
)

// tree is the content of a folder: file contents by slash path. An empty folder has a path that ends with
// "/" and the content "".
type tree map[string]string

// desk is a media folder, the journals' folder, and the committed outcomes.
type desk struct {
	folder, dir string
	mu          sync.Mutex
	committed   []renames.Outcome
	refuse      error // the error that commit returns
}

// newDesk creates files with equal modification times, as copied files have. In many tests they also have
// equal sizes.
func newDesk(tb testing.TB, files tree) *desk {
	tb.Helper()
	base := tb.TempDir()
	d := &desk{folder: filepath.Join(base, "media"), dir: filepath.Join(base, "data", "journals")}
	plant(tb, d.folder, files)
	written := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name := range files {
		must(tb, os.Chtimes(d.path(name), written, written))
	}
	return d
}

func plant(tb testing.TB, folder string, files tree) {
	tb.Helper()
	must(tb, os.MkdirAll(folder, 0o750))
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(tb, os.MkdirAll(path, 0o750))
			continue
		}
		must(tb, os.MkdirAll(filepath.Dir(path), 0o750))
		must(tb, os.WriteFile(path, []byte(content), 0o600))
	}
}

// quickDir returns a temporary folder in memory if possible, for tests that create thousands of folders.
// Killing a process does not lose data that it has written.
func quickDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "plotline-test-") //nolint:usetesting // in memory, which t.TempDir is not
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	return dir
}

var must = expect.NoError

func (d *desk) journals(options ...renames.Option) *renames.Journals {
	return renames.New(d.dir, slog.New(slog.DiscardHandler), options...)
}

func (d *desk) commit(_ context.Context, done renames.Outcome) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.committed = append(d.committed, done)
	return d.refuse
}

func (d *desk) path(name string) string { return filepath.Join(d.folder, filepath.FromSlash(name)) }

func (d *desk) request(moves ...renames.Move) renames.Request {
	return renames.Request{ID: planID, Folder: d.folder, Moves: moves}
}

func move(from, to string) renames.Move { return renames.Move{From: from, To: to} }

// look returns the content of a folder, including hidden files. Folders are included only if they are
// empty.
func look(tb testing.TB, folder string) tree {
	tb.Helper()
	found := tree{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		name = filepath.ToSlash(name)
		switch {
		case entry.IsDir():
			if below, err := os.ReadDir(path); err != nil || len(below) == 0 {
				found[name+"/"] = ""
			}
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			found[name] = "-> " + to
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // nobody else is in this folder
		found[name] = string(content)
		return err
	})
	must(tb, err)
	return found
}

// holds compares a folder with its expected content.
func holds(tb testing.TB, folder string, want tree) {
	tb.Helper()
	if diff := cmp.Diff(want, look(tb, folder)); diff != "" {
		tb.Errorf("the folder holds (-want +got):\n%s", diff)
	}
}

// quiet checks that there is no running or interrupted operation.
func (d *desk) quiet(t *testing.T) {
	t.Helper()
	if left := d.unfinished(t); len(left) > 0 {
		t.Errorf("journals are left: %v", left)
	}
}

func (d *desk) unfinished(t *testing.T) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(d.dir, "*.journal.json"))
	must(t, err)
	return left
}

// refuses checks the code of a fault, and that its details contain some words.
func refuses(t *testing.T, err error, code fault.Code, words ...string) {
	t.Helper()
	var shown *fault.Error
	if !errors.As(err, &shown) {
		t.Fatalf("got %v, want a fault with code %s", err, code)
	}
	if shown.Code != code {
		t.Errorf("got %v, want code %s", err, code)
	}
	for _, word := range words {
		if !strings.Contains(shown.Details, word) {
			t.Errorf("details %q do not say %q", shown.Details, word)
		}
	}
}

// at returns an option that calls do once, at the first step with a prefix.
func at(prefix string, do func()) renames.Option {
	var once sync.Once
	return renames.WithStep(func(step string) {
		if strings.HasPrefix(step, prefix) {
			once.Do(do)
		}
	})
}

// moved returns the content of a folder after moves. Folders that become empty stay.
func (files tree) moved(moves []renames.Move) tree {
	after := maps.Clone(files)
	for _, m := range moves {
		delete(after, m.From)
	}
	for _, m := range moves {
		after[m.To] = files[m.From]
	}
	for _, m := range moves {
		dir := m.From[:strings.LastIndex(m.From, "/")+1]
		below := func(name string) bool { return strings.HasPrefix(name, dir) }
		if dir != "" && !slices.ContainsFunc(slices.Collect(maps.Keys(after)), below) {
			after[dir] = ""
		}
	}
	return after
}
