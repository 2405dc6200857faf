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

// Stream is Write for what is too long to be held at once: write gives the content. When it fails, the
// old file stays, and its error is returned as it is. A name that is no regular file, such as a device,
// is refused; what a link names is replaced, not the link.
func Stream(path string, permissions fs.FileMode, write func(io.Writer) error) error {
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", path)
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
		_ = file.Cleanup() // of a file that nobody will miss
		return err
	}
	return errors.Join(file.CloseAtomicallyReplace(), Sync(dir))
}
