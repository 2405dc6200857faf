package tokens

import (
	"bytes"
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

// retry is how often a writer asks whether another has finished.
const retry = 10 * time.Millisecond

// change reads the file, lets edit work on what it holds, and writes what edit gives, under a lock
// between processes. A missing file is empty where it may be created, and an error elsewhere.
func change(ctx context.Context, path string, create bool, edit func([]entry) ([]entry, error)) error {
	path, err := target(path, create)
	if err != nil {
		return err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, retry); err != nil {
		return fmt.Errorf("cannot lock the tokens file by %s.lock, which another program may hold: %w", path, err)
	}
	defer func() { _ = lock.Close() }()
	held, err := read(path)
	if err != nil && (!create || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	held, err = edit(held)
	if err != nil {
		return err
	}
	if err := write(path, held); err != nil {
		return fmt.Errorf("cannot write the tokens file: %w", err)
	}
	return nil
}

// target is the file itself where the path is a link to it: a new file that took the link's place
// would leave the old one, with tokens that were revoked, to everybody else who reads it.
func target(path string, create bool) (string, error) {
	file, err := filepath.EvalSymlinks(path)
	if err == nil {
		return file, nil
	}
	if !create || !errors.Is(err, fs.ErrNotExist) {
		return "", unreadable(path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("cannot make the folder of the tokens file: %w", err)
	}
	return path, nil
}

// write puts a new file in the place of the old one, so that a reader finds either, whole. When it
// returns, a loss of power does not bring a revoked token back: the folder is synchronised too.
func write(path string, held []entry) error {
	var text bytes.Buffer
	if err := encode(&text, held); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	err := renameio.WriteFile(path, text.Bytes(), 0o600, renameio.WithTempDir(dir), renameio.WithStaticPermissions(0o600))
	if err != nil {
		return err
	}
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
