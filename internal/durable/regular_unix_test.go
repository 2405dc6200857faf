//go:build unix

package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"plotline/internal/durable"
)

// TestOnlyRegularFilesAreOpened checks that opening a pipe or a device neither blocks nor succeeds.
func TestOnlyRegularFilesAreOpened(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(
		unix.Mkfifo(at("pipe"), 0o600), os.Mkdir(at("folder"), 0o700), os.Symlink("/dev/zero", at("device")),
		os.Symlink("pipe", at("link")), os.WriteFile(at("file"), []byte("text"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	for _, name := range []string{"pipe", "folder", "device", "link"} {
		if _, err := durable.Open(at(name)); !errors.Is(err, durable.ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := durable.Read(at(name), 100); !errors.Is(err, durable.ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := durable.OpenIn(root, name); err == nil {
			t.Errorf("%s is opened below a root", name)
		}
		opened, err := durable.Root(at(name))
		below, errBelow := durable.RootIn(root, name)
		if is := name == "folder"; is != (err == nil) || is != (errBelow == nil) {
			t.Errorf("%s as a folder: %v, %v", name, err, errBelow)
		} else if is {
			_, _ = opened.Close(), below.Close()
		}
	}
	file, err := durable.OpenIn(root, "file")
	if err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
}

func TestReadIsBounded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	for _, length := range []int{0, 1, 99, 100} {
		text := strings.Repeat("x", length)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := durable.Read(path, 100); err != nil || string(got) != text {
			t.Errorf("%d bytes: %d, %v", length, len(got), err)
		}
	}
	if err := os.WriteFile(path, make([]byte, 101), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Read(path, 100); !errors.Is(err, durable.ErrTooLarge) {
		t.Error(err)
	}
	// Files in /proc report a size of 0. Other systems have no /proc.
	if _, err := durable.Read("/proc/self/maps", 100); err == nil {
		t.Error("a file without a size was read beyond the bound")
	}
	if _, err := durable.Read(path+" is gone", 100); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
