package renames

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestMoversNeverReplace checks that neither an existing file at the new name nor the source changes.
func TestMoversNeverReplace(t *testing.T) {
	t.Parallel()
	for name, mover := range Movers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = root.Close() })
			for _, err := range []error{
				root.WriteFile("a", []byte("a"), 0o600), root.Mkdir("d", 0o700), root.WriteFile("d/b", []byte("b"), 0o600),
				root.Symlink("nowhere", "link"), root.Link("a", "twin"), root.Symlink(t.TempDir(), "out"),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, to := range []string{"d", "d/b", "link", "twin", "a"} {
				if err := mover(root, "a", to); !errors.Is(err, fs.ErrExist) {
					t.Errorf("to %s: %v", to, err)
				}
			}
			for _, to := range []string{"out/a", "../a", "gone/a", "d/b/c"} {
				if err := mover(root, "a", to); err == nil {
					t.Errorf("to %s: no error", to)
				}
			}
			if err := mover(root, "gone", "c"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("from nothing: %v", err)
			}
			if err := mover(root, "d/b", "c"); err != nil {
				t.Error(err)
			}
			for name, want := range map[string]string{"a": "a", "twin": "a", "c": "b"} {
				if raw, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(raw) != want {
					t.Errorf("%s: %q, %v", name, raw, err)
				}
			}
		})
	}
}

// TestIdentity checks which identities may belong to one file.
func TestIdentity(t *testing.T) {
	t.Parallel()
	one := identity{Size: 3, Time: 5, Inode: 7}
	tests := []struct {
		other identity
		same  bool
	}{
		{one, true},
		{identity{Size: 4, Time: 6, Inode: 7}, true}, // modified
		{identity{Size: 3, Time: 5, Inode: 8}, true}, // on a file system that was mounted again
		{identity{Size: 3, Time: 6, Inode: 8}, false},
		{identity{Size: 4, Time: 5, Inode: 8}, false},
	}
	for _, test := range tests {
		if got := one.matches(test.other); got != test.same {
			t.Errorf("%+v: %t", test.other, got)
		}
	}
	if (identity{Size: 1}).matches(identity{Size: 2}) {
		t.Error("two files without inodes are the same")
	}
}
