package tokens

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"plotline/graph/durable"
)

// change reads the file, lets edit work on what it holds, and writes what edit gives, under a lock
// between processes. A missing file is empty where it may be created, and an error elsewhere.
func change(ctx context.Context, path string, create bool, edit func([]entry) ([]entry, error)) error {
	path, err := target(path, create)
	if err != nil {
		return err
	}
	release, err := durable.Lock(ctx, path+".lock")
	if err != nil {
		return err
	}
	defer release()
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
	return durable.Write(path, text.Bytes(), 0o600)
}
