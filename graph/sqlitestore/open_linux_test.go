package sqlitestore

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"plotline/graph"
)

// unprivileged drops root's file privileges for this test. They belong to a thread.
func unprivileged(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread()
	ok(t, syscall.Setfsuid(65534))
	t.Cleanup(func() {
		ok(t, syscall.Setfsuid(0))
		runtime.UnlockOSThread()
	})
}

// openFolder makes a folder with the given mode, which every user can reach.
func openFolder(t *testing.T, mode os.FileMode) string {
	t.Helper()
	folder := t.TempDir()
	ok(t, os.Chmod(filepath.Dir(folder), 0o755)) //nolint:gosec // what is tested
	ok(t, os.Chmod(folder, mode))
	t.Cleanup(func() { ok(t, os.Chmod(folder, 0o700)) }) //nolint:gosec // so that it can be removed
	return folder
}

func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(openFolder(t, 0o555), "graph.db")
	unprivileged(t)
	s := New(path)
	_, err := s.Status(t.Context())
	unavailable(t, err, path, "exist and are writable")
	ok(t, s.Close())
}

// TestReadOnlyFile checks that a read-only file can be read.
func TestReadOnlyFile(t *testing.T) {
	t.Parallel()
	folder := openFolder(t, 0o777)
	path := filepath.Join(folder, "graph.db")
	made := New(path)
	ids := create(t, made, "a", "b")
	ok(t, made.Close())
	ok(t, os.Chmod(path, 0o444)) //nolint:gosec // what is tested
	ok(t, os.Remove(path+".lock"))
	unprivileged(t)
	s := New(path)
	_, _, err := s.Episode(t.Context(), ws, ids[0])
	ok(t, err)
	for range 2 { // a list, because another thread, perhaps with root's privileges, would store a single one
		_, err = s.AddRelationships(t.Context(), ws, []graph.Relationship{relationship(ids[0], ids[1], graph.Follows)})
		unavailable(t, err, path, "exist and are writable")
	}
	ok(t, s.Close())
}

// TestReadOnlyStoreInReadOnlyFolder checks that a store which only reads says what it needs where the folder is not
// writable, but its file system is.
func TestReadOnlyStoreInReadOnlyFolder(t *testing.T) {
	t.Parallel()
	folder := openFolder(t, 0o777)
	path := filepath.Join(folder, "graph.db")
	made := New(path)
	create(t, made, "a")
	ok(t, made.Close())
	ok(t, os.Chmod(path, 0o444))   //nolint:gosec // what is tested
	ok(t, os.Chmod(folder, 0o555)) //nolint:gosec // as above
	unprivileged(t)
	s := New(path, ReadOnly())
	_, err := s.Status(t.Context())
	unavailable(t, err, path, "let the user who runs plotline write to its folder, or mount the folder read-only")
	ok(t, s.Close())
}
