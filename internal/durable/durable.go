// Package durable writes files that survive a crash, under locks between processes. Tokens, media metadata
// and plans are stored with it.
package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces a file atomically: a temporary file in the same folder, fsync, rename, fsync of the folder.
// A reader, or a crash at any point, finds the old or the new content, whole. The file gets the given
// permissions, regardless of the umask. The folder must exist.
func Write(path string, data []byte, permissions fs.FileMode) error {
	return replace(path, permissions, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// replace is Write for content that a function produces. It returns the error of that function unchanged.
func replace(path string, permissions fs.FileMode, write func(io.Writer) error) error {
	dir := filepath.Dir(path)
	file, err := os.CreateTemp(dir, "."+filepath.Base(path)+"*")
	if err != nil {
		return err
	}
	err = fill(file, permissions, write)
	if err == nil {
		err = Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return err
	}
	return Sync(dir)
}

// fill writes a temporary file and closes it. The file is then on the disk, with its permissions.
func fill(file *os.File, permissions fs.FileMode, write func(io.Writer) error) error {
	err := write(file)
	if err == nil {
		err = file.Chmod(permissions)
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// Remove removes a file so that a power loss does not bring it back. A missing file is no error.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return Sync(filepath.Dir(path))
}
