package mounts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// inside is set if a test already runs in its own user and mount namespace.
const inside = "PLOTLINE_TEST_MOUNTS_INSIDE"

// Allowed reports whether the test may continue here. If mounting is not permitted, it has run the whole
// test in a new namespace. If that is not permitted either, it skips the test, or fails it if the
// environment requires tools.
func Allowed(t *testing.T) bool {
	t.Helper()
	probe := t.TempDir()
	err := unix.Mount("tmpfs", probe, "tmpfs", 0, "size=64k")
	if err == nil {
		err = unix.Unmount(probe, unix.MNT_DETACH)
	}
	if err == nil {
		return true
	}
	const cannot = "file systems cannot be mounted here"
	if os.Getenv(inside) != "" {
		t.Fatalf("%s: %v", cannot, err)
	}
	self, failed := os.Executable()
	if failed != nil {
		t.Fatal(failed)
	}
	child := exec.CommandContext(t.Context(), "unshare", "-rm", self, "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), inside+"=1")
	out, failed := child.CombinedOutput()
	if failed == nil {
		return false
	}
	if strings.Contains(string(out), "--- FAIL") && !strings.Contains(string(out), cannot) {
		t.Fatalf("%s", out)
	}
	if os.Getenv("PLOTLINE_REQUIRE_TOOLS") != "" {
		t.Fatalf("%s: %v, %s", cannot, err, out)
	}
	t.Skipf("%s: %v", cannot, err)
	return false
}

// Disk is a file system in memory.
type Disk struct {
	Path    string
	mounted bool
}

// New mounts a file system at a path until the test ends. It creates the path if necessary. Flags and
// options are those of mount, such as "size=64k".
func New(t *testing.T, path string, flags uintptr, options string) *Disk {
	t.Helper()
	err := os.MkdirAll(path, 0o750)
	if err == nil {
		err = unix.Mount("tmpfs", path, "tmpfs", flags, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := &Disk{path, true}
	t.Cleanup(func() { d.Unmount(t) })
	return d
}

// Unmount unmounts the file system. A second call does nothing.
func (d *Disk) Unmount(t *testing.T) {
	t.Helper()
	if !d.mounted {
		return
	}
	d.mounted = false
	// It is detached, because a process started by another test may hold a copy of a handle for a moment.
	if err := unix.Unmount(d.Path, unix.MNT_DETACH); err != nil {
		t.Errorf("unmount %s: %v", d.Path, err)
	}
}

// ReadOnly makes the file system read-only or writable again. No process may be writing.
func (d *Disk) ReadOnly(t *testing.T, on bool) {
	t.Helper()
	flags := uintptr(unix.MS_REMOUNT)
	if on {
		flags |= unix.MS_RDONLY
	}
	if err := unix.Mount("tmpfs", d.Path, "tmpfs", flags, ""); err != nil {
		t.Fatal(err)
	}
}

func (d *Disk) filler() string { return filepath.Join(d.Path, "filler") }

// Fill leaves at most the given number of pages of 4 KiB.
func (d *Disk) Fill(t *testing.T, pages int) {
	t.Helper()
	file, err := os.OpenFile(d.filler(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	size := int64(0)
	for err == nil {
		var n int
		n, err = file.Write(make([]byte, page))
		size += int64(n)
	}
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatal(err)
	}
	if err := errors.Join(file.Truncate(max(0, size-int64(pages)*page)), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// Free frees the space that Fill has used.
func (d *Disk) Free(t *testing.T) {
	t.Helper()
	if err := os.Remove(d.filler()); err != nil {
		t.Fatal(err)
	}
}
