// Package durable writes files that outlive a crash, under locks that hold between processes. It is
// what everything stands on that Plotline keeps as files: tokens, media metadata, plans.
package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/renameio/v2"
)

// retry is how often Lock asks whether another has finished.
const retry = 5 * time.Millisecond

// Write puts a new file in the place of the old one, so that a reader, and a crash at any byte, finds
// either, whole: a temporary file in the same folder, fsync, rename, fsync of the folder. The file has
// the given permissions, whatever the umask says. The folder must be there.
func Write(path string, data []byte, permissions fs.FileMode) error {
	dir := filepath.Dir(path)
	err := renameio.WriteFile(path, data, permissions, renameio.WithTempDir(dir), renameio.WithStaticPermissions(permissions))
	if err != nil {
		return err
	}
	return Sync(dir)
}

// Remove removes a file so that a loss of power does not bring it back. A file that is not there is
// no error.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return Sync(filepath.Dir(path))
}

// Sync makes what was renamed, made or removed in a folder last.
func Sync(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Lock waits until it holds the lock of that name, which keeps out other processes and other holders in
// this one, and gives what releases it. The lock is a file of its own, never one that Write replaces; it
// stays, empty, when the lock is released. When ctx ends first, the error is the context's.
func Lock(ctx context.Context, path string) (release func(), err error) {
	lock := flock.New(path, flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, retry); err != nil {
		return nil, fmt.Errorf("cannot lock %s, which another program may hold: %w", path, err)
	}
	return func() { _ = lock.Close() }, nil
}

// TryLock is Lock that does not wait: held is false when another holds it.
func TryLock(path string) (release func(), held bool, err error) {
	lock := flock.New(path, flock.SetPermissions(0o600))
	held, err = lock.TryLock()
	if err != nil || !held {
		return nil, false, err
	}
	return func() { _ = lock.Close() }, true, nil
}
