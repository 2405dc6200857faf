package durable

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
	return replace(path, permissions, write)
}
