package backup

import (
	"context"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/schema"
	"plotline/internal/usecase"
	"plotline/testing/kit/expect"
)

var ok = expect.NoError

// known is the schema of the databases here.
var known = schema.Version{Number: 3, Digest: "0123456789abcdef"}

func knows(v schema.Version) bool { return v == known }

// world is a data folder, with a text in place of a database.
type world struct {
	dir      string
	files    map[string]string // that belong into a backup
	journals []string          // of interrupted renames
	held     int               // how often outcomes were held back
}

// newWorld has one file of each kind, and one of each kind that is left out.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{dir: filepath.Join(t.TempDir(), "data"), files: map[string]string{}}
	for _, name := range []string{
		"metadata/a.json", "plans/a.plan.json", "plans/.episodes/a.json", "plans/.journal/a.applied.json",
		"projects/a.project.json", "projects/.episodes/a.json", "workspaces/other/plans/a.plan.json", "workspaces/other/metadata/a.json",
	} {
		w.write(t, name, "content of "+name)
	}
	w.write(t, FormatFile, `{"format":1}`)
	for _, name := range []string{
		"tokens.json", "audit.jsonl", "audit.jsonl.1", "plotline.db.lock", "tokens.json.lock", "plotline.db-wal", "questions/a.json",
		"plans/.locks/a.lock", "plans/.a.plan.json123", "plans/.journal/a.journal.json", "plans/.journal/.locks/a.lock",
		"plans/.episodes/a.json.lock", "metadata/.locks/unfinished.json",
	} {
		plant(t, filepath.Join(w.dir, name), name)
	}
	return w
}

func (w *world) write(t *testing.T, name, text string) {
	t.Helper()
	plant(t, filepath.Join(w.dir, filepath.FromSlash(name)), text)
	w.files[name] = text
}

func plant(t *testing.T, path, text string) {
	t.Helper()
	ok(t, os.MkdirAll(filepath.Dir(path), 0o700))
	ok(t, os.WriteFile(path, []byte(text), 0o600))
}

// restored returns what a restored folder has.
func (w *world) restored() map[string]string {
	all := maps.Clone(w.files)
	all[Database] = "the graph, renewed"
	return all
}

// renew stands for another id in the database.
func renew(_ context.Context, database string) error {
	text, err := os.ReadFile(database)
	if err != nil {
		return err
	}
	return os.WriteFile(database, append(text, ", renewed"...), 0o600) //nolint:gosec // the test's own file
}

func (w *world) service() *Service {
	return &Service{
		Runner: &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}, DataDir: w.dir, Program: "1.2.3",
		Snapshot: func(_ context.Context, path string) (*Graph, error) {
			return &Graph{known.Number, known.Digest, []Workspace{{"default", 2, 1}}}, os.WriteFile(path, []byte("the graph"), 0o600)
		},
		Hold: func(context.Context) (func(), []string, error) {
			w.held++
			return func() { w.held-- }, w.journals, nil
		},
	}
}

var caller = audit.Caller{Workspace: "default", Role: access.Admin}

// backUp makes a backup and returns its path.
func (w *world) backUp(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "backup.tar.zst")
	_, err := w.service().Create(t.Context(), caller, path)
	ok(t, err)
	return path
}

// readTree returns the files of a folder, without those that a lock or a new disk leaves.
func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path) //nolint:gosec // the test's own folder
		name, _ := filepath.Rel(dir, path)
		if name = filepath.ToSlash(name); name != Database+lockSuffix {
			all[name] = string(raw)
		}
		return err
	})
	if !os.IsNotExist(err) {
		ok(t, err)
	}
	return all
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// refuses expects an error with a text for the caller.
func refuses(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(fault.From(err).Details, text) {
		t.Errorf("got %v, want %q", err, text)
	}
}
