package durable_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
