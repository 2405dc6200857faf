package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Stream is Write for content that is too large for memory: write produces it. If write fails, the old file
// stays and Stream returns the error unchanged. Stream rejects paths that are not regular files, such as
// devices. It replaces the target of a link, not the link.
func Stream(path string, permissions fs.FileMode, write func(io.Writer) error) error {
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", path)
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	dir := filepath.Dir(path)
	file, err := renameio.NewPendingFile(path, renameio.WithTempDir(dir), renameio.WithStaticPermissions(permissions))
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		_ = file.Cleanup() // removes the temporary file
		return err
	}
	return errors.Join(file.CloseAtomicallyReplace(), Sync(dir))
}
