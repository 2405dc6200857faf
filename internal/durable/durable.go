// Package durable writes files that survive a crash, under locks between processes. Tokens, media metadata
// and plans are stored with it.
package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Write replaces a file atomically: a temporary file in the same folder, fsync, rename, fsync of the folder.
// A reader, or a crash at any point, finds the old or the new content, whole. The file gets the given
// permissions, regardless of the umask. The folder must exist.
func Write(path string, data []byte, permissions fs.FileMode) error {
	dir := filepath.Dir(path)
	err := renameio.WriteFile(path, data, permissions, renameio.WithTempDir(dir), renameio.WithStaticPermissions(permissions))
	if err != nil {
		return err
	}
	return Sync(dir)
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

// Sync makes renames, creations and removals in a folder durable.
func Sync(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
