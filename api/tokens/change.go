package tokens

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"plotline/internal/durable"
)

// change reads the file, passes its entries to edit and writes the result, under a lock between processes. A
// missing file counts as empty if create is set and is an error otherwise.
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

// target resolves symbolic links. Replacing the link itself would leave the old file, with revoked tokens, to
// processes that read it by its own name.
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

// write replaces the file atomically and syncs the folder. A reader finds the old or the new file, and a
// power loss does not bring back a revoked token.
func write(path string, held []entry) error {
	var text bytes.Buffer
	if err := encode(&text, held); err != nil {
		return err
	}
	return durable.Write(path, text.Bytes(), 0o600)
}
