// Package durable writes files that outlive a crash, under locks that hold between processes. It is
// what everything stands on that Plotline keeps as files: tokens, media metadata, plans.
package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

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
