// Package durable writes files that survive a crash, under locks between processes. Tokens, media metadata
// and plans are stored with it.
package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
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
		if failed, is := errors.AsType[*fs.PathError](err); is {
			failed.Path = path // nobody knows the temporary file
		}
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

// patience is how long Rename tries again on Windows.
const patience = time.Second

// Rename renames a file and replaces a file of the new name. On Windows that fails while another program has
// either file open, such as a virus scanner or an indexer. Rename then tries again for up to one second.
func Rename(from, to string) error {
	return withPatience(patience, isBusy, func() error { return os.Rename(from, to) })
}

// withPatience calls try until it succeeds, fails with an error that does not pass by itself, or the time is
// over. It returns the last error.
func withPatience(limit time.Duration, passes func(error) bool, try func() error) error {
	const longest = 50 * time.Millisecond
	end := time.Now().Add(limit)
	for pause := time.Millisecond; ; pause = min(2*pause, longest) {
		err := try()
		if err == nil || !passes(err) || !time.Now().Add(pause).Before(end) {
			return err
		}
		time.Sleep(pause)
	}
}

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
