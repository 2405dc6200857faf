package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotRegular reports that a name is that of a pipe, a device, a socket or a folder.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge reports that a file has more bytes than its reader takes.
var ErrTooLarge = errors.New("too large")

// reading opens without waiting: a pipe that nobody writes to would otherwise block for ever. Regular
// files are read as usual.
const reading = os.O_RDONLY | syscall.O_NONBLOCK

// Open opens a regular file for reading. Other programs may put a pipe or a device in its place at any
// moment, so the opened file itself is judged, not its name: the error is then ErrNotRegular.
func Open(path string) (*os.File, error) {
	return regular(os.OpenFile(path, reading, 0))
}

// OpenIn is Open for a file below a root.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	return regular(root.OpenFile(name, reading, 0))
}

// FolderIn opens a folder below a root, and waits for nothing that another program has put in its place.
func FolderIn(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, reading, 0) // what is no folder fails at its first use
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

// Read reads a regular file of at most that many bytes. A longer one is ErrTooLarge, and is read no
// further.
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
