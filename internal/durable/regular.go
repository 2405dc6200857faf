package durable

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrNotRegular reports that a path is a pipe, a device, a socket or a folder.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge reports that a file is larger than the reader's limit.
var ErrTooLarge = errors.New("too large")

// reading opens without blocking: opening a pipe without a writer would otherwise block for ever. It makes no
// difference for regular files.
const reading = os.O_RDONLY | syscall.O_NONBLOCK

// Open opens a regular file for reading. Another program may replace the file by a pipe or a device at any
// time, so Open checks the opened file, not its name. The error is then ErrNotRegular.
func Open(path string) (*os.File, error) {
	return regular(os.OpenFile(path, reading, 0))
}

// OpenIn is Open for a file below a root.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	return regular(root.OpenFile(name, reading, 0))
}

// FolderIn opens a folder below a root. It does not block if another program has put a pipe there.
func FolderIn(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, reading, 0) // anything but a folder fails at its first use
}

// Root is os.OpenRoot, which would wait for the writer of a pipe in place of the folder. The separator at the end makes the
// system refuse anything but a folder.
func Root(dir string) (*os.Root, error) { return os.OpenRoot(dir + string(filepath.Separator)) }

// RootIn is Root for a folder below a root.
func RootIn(root *os.Root, name string) (*os.Root, error) {
	return root.OpenRoot(name + string(filepath.Separator))
}

func regular(file *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: file.Name(), Err: ErrNotRegular}
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// Read reads a regular file of at most most bytes. It returns ErrTooLarge for a larger file, without reading
// the rest.
func Read(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s has %d bytes: %w", path, info.Size(), ErrTooLarge)
	}
	raw := make([]byte, 0, info.Size()+1)
	for {
		n, err := file.Read(raw[len(raw):cap(raw)])
		raw = raw[:len(raw)+n]
		if errors.Is(err, io.EOF) {
			return raw, nil
		}
		if err != nil {
			return nil, err
		}
		if int64(len(raw)) > most { // it grew meanwhile
			return nil, fmt.Errorf("%s: %w", path, ErrTooLarge)
		}
		if len(raw) == cap(raw) {
			raw = append(raw, 0)[:len(raw)]
		}
	}
}

// ReadJSON decodes a regular file of at most most bytes into v. A missing file leaves v as it is, and is no error.
func ReadJSON(path string, most int64, v any) error {
	raw, err := Read(path, most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, v)
}

// Reason returns an error of the operating system without the path of the file, for messages that name it themselves or
// must not. Another error is unchanged.
func Reason(err error) error {
	if at, is := errors.AsType[*fs.PathError](err); is {
		return at.Err
	}
	return err
}
