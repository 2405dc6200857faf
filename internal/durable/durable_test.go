package durable_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/durable"
)

func TestWriteReplacesAtomically(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	for _, text := range []string{"one", "two, longer", ""} {
		if err := durable.Write(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestWriteWithoutAFolder(t *testing.T) {
	t.Parallel()
	err := durable.Write(filepath.Join(t.TempDir(), "gone", "a.json"), nil, 0o600)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "folder", "in use"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := durable.Write(filepath.Join(dir, "folder"), []byte("text"), 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	if err := durable.Write(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := durable.Remove(path); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := durable.Remove(filepath.Join(path, "b")); err != nil {
		t.Errorf("in a folder that is not there: %v", err)
	}
}

func TestLockKeepsOthersOut(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	var inside, most atomic.Int32
	done := make(chan error, 8)
	for range cap(done) {
		go func() {
			release, err := durable.Lock(t.Context(), path)
			if err == nil {
				most.Store(max(most.Load(), inside.Add(1)))
				time.Sleep(time.Millisecond)
				inside.Add(-1)
				release()
			}
			done <- err
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if most.Load() != 1 {
		t.Errorf("%d held the lock at once", most.Load())
	}
}

func TestLockEndsWithContext(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	release, held, err := durable.TryLock(path)
	if err != nil || !held {
		t.Fatal(held, err)
	}
	if _, held, err := durable.TryLock(path); held || err != nil {
		t.Errorf("a second holder: %t, %v", held, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := durable.Lock(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	release()
	if release, held, err := durable.TryLock(path); err != nil || !held {
		t.Error(held, err)
	} else {
		release()
	}
	if _, _, err := durable.TryLock(filepath.Join(path, "below", "a file")); err == nil {
		t.Error("no folder, and no error")
	}
}

func TestStream(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	put := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			if _, failed := io.WriteString(w, text); failed != nil {
				return failed
			}
			return err
		}
	}
	full := errors.New("the disk is full")
	for _, step := range []struct {
		name, path string
		write      func(io.Writer) error
		err        error
		want       string
	}{
		{"a new file", path, put("one", nil), nil, "one"},
		{"one that fails keeps the old", path, put("half", full), full, "one"},
		{"another in its place", path, put("two", nil), nil, "two"},
		{"through a link", link, put("three", nil), nil, "three"},
	} {
		if err := durable.Stream(step.path, 0o600, step.write); !errors.Is(err, step.err) {
			t.Errorf("%s: %v", step.name, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != step.want {
			t.Errorf("%s: %q, %v", step.name, got, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
	for _, bad := range []string{dir, os.DevNull} {
		if err := durable.Stream(bad, 0o600, put("x", nil)); err == nil || !strings.HasSuffix(err.Error(), "is not a file") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestSharedLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	first, err := durable.LockShared(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := durable.LockShared(t.Context(), path)
	if err != nil {
		t.Fatal("it is not shared:", err)
	}
	first()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := durable.Lock(ended, path); !errors.Is(err, context.Canceled) {
		t.Errorf("locked while it is shared: %v", err)
	}
	second()
	release, err := durable.Lock(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := durable.LockShared(ended, path); !errors.Is(err, context.Canceled) {
		t.Errorf("shared while it is locked: %v", err)
	}
	release()
}
