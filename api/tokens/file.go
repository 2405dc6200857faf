package tokens

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"plotline/graph/durable"
)

// File is the tokens file as a server reads it: it notices every change by itself. It holds nothing
// open, and is safe for concurrent use.
type File struct {
	path   string
	latest atomic.Pointer[snapshot]
	mu     sync.Mutex // held while the file is read, so that one caller does it for all
}

// snapshot is what the file held when it was read.
type snapshot struct {
	info    fs.FileInfo
	settled bool
	byID    map[string]entry
}

// settling is how long a file must have been left alone before a snapshot of it may be trusted. Two
// changes within one tick of a file system's clock look the same, where the inode of the one is used
// again for the other; 2 seconds is the coarsest clock there is.
const settling = 2 * time.Second

// Open reads the file for the first time. A file that is missing, that does not parse, or that
// others than its owner may read or write is an error that says what to do.
func Open(path string) (*File, error) {
	f := &File{path: path}
	if _, err := f.current(); err != nil {
		return nil, err
	}
	return f, nil
}

// Find gives the token with this text. It is false for one that was never made, was revoked or has
// expired. An error means that the file cannot be trusted now: it is gone, cannot be read or parsed,
// or is open to others. Then nobody comes in, whatever the file held before.
func (f *File) Find(secret string) (Token, bool, error) {
	now, err := f.current()
	if err != nil {
		return Token{}, false, err
	}
	// A text of another shape is refused at once: the shape is no secret.
	id, ok := parse(secret)
	if !ok {
		return Token{}, false, nil
	}
	// An id that nobody has takes the same way, against the hash of nothing.
	held, known := now.byID[id]
	got := hash(secret)
	same := subtle.ConstantTimeCompare(got[:], held.Hash[:]) == 1
	if !known || !same || held.expired(time.Now()) {
		return Token{}, false, nil
	}
	return held.Token, true, nil
}

// Valid tells a long-lived connection whether the token with this id is still in the file and has
// not expired. It is false too when Find would give an error.
func (f *File) Valid(id string) bool {
	now, err := f.current()
	if err != nil {
		return false
	}
	held, known := now.byID[id]
	return known && !held.expired(time.Now())
}

// current gives what the file holds now. Each call asks the file system, and only a changed file is
// read again.
func (f *File) current() (*snapshot, error) {
	if s, err := f.unchanged(); s != nil || err != nil {
		return s, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if s, err := f.unchanged(); s != nil || err != nil {
		return s, err // another caller has read it meanwhile
	}
	s, err := load(f.path)
	f.latest.Store(s)
	return s, err
}

// unchanged gives the latest snapshot, or nil when the file must be read.
func (f *File) unchanged() (*snapshot, error) {
	info, err := os.Stat(f.path)
	if err != nil {
		return nil, unreadable(f.path, err)
	}
	if err := private(f.path, info); err != nil {
		return nil, err
	}
	s := f.latest.Load()
	if s == nil || !s.settled || !os.SameFile(s.info, info) ||
		!s.info.ModTime().Equal(info.ModTime()) || s.info.Size() != info.Size() {
		return nil, nil //nolint:nilnil // nothing is wrong: there is no snapshot of this file
	}
	return s, nil
}

// load reads the file, and describes the very file that it read.
func load(path string) (*snapshot, error) {
	file, err := durable.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, unreadable(path, err)
	}
	if err := private(path, info); err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(file, longestFile+1))
	if err == nil && len(raw) > longestFile {
		err = durable.ErrTooLarge
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	held, err := decode(path, raw)
	if err != nil {
		return nil, err
	}
	s := &snapshot{info: info, settled: time.Since(info.ModTime()) > settling, byID: make(map[string]entry, len(held))}
	for _, e := range held {
		s.byID[e.ID] = e
	}
	return s, nil
}

func notFile(path string) error {
	return errors.New("the tokens file " + path + " is not a file; name one by --tokens")
}

// private refuses a file that others may read, or worse, write. Windows keeps no such bits.
func private(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return notFile(path)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("the tokens file %s is open to others than its owner (mode %04o); `chmod 600 %[1]s` closes it", path, mode)
	}
	return nil
}
