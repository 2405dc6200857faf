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

	"plotline/internal/durable"
)

// File is the tokens file as a server reads it. It detects every change of the file. It keeps no file open
// and is safe for concurrent use.
type File struct {
	path   string
	latest atomic.Pointer[snapshot]
	mu     sync.Mutex // held while the file is read, so that one caller reads for all
}

// snapshot is the content of the file at one time.
type snapshot struct {
	info    fs.FileInfo
	settled bool
	byID    map[string]entry
}

// settling is the minimum age of a file before a snapshot of it may be trusted. Two changes within one tick
// of the file system's clock look the same if the inode is reused. The coarsest clock ticks every 2 seconds.
const settling = 2 * time.Second

// Open reads the file for the first time. It returns an error with a remedy if the file is missing, does not
// parse, or is accessible to users other than its owner.
func Open(path string) (*File, error) {
	f := &File{path: path}
	if _, err := f.current(); err != nil {
		return nil, err
	}
	return f, nil
}

// Find returns the token with this text. It is false if the token is unknown, revoked or expired. It returns
// an error if the file is missing, unreadable, invalid or accessible to other users. Then no token is valid,
// whatever the file held before.
func (f *File) Find(secret string) (Token, bool, error) {
	now, err := f.current()
	if err != nil {
		return Token{}, false, err
	}
	// A text of another form is rejected early: the form is no secret.
	id, ok := parse(secret)
	if !ok {
		return Token{}, false, nil
	}
	// An unknown id takes the same path, against the hash of nothing, so its timing is the same.
	held, known := now.byID[id]
	got := hash(secret)
	same := subtle.ConstantTimeCompare(got[:], held.Hash[:]) == 1
	if !known || !same || held.expired(time.Now()) {
		return Token{}, false, nil
	}
	return held.Token, true, nil
}

// Valid reports whether the token with this id is still in the file, has not expired and still lists a workspace.
// Long-lived connections use it. It is false if Find would return an error.
func (f *File) Valid(id, workspace string) bool {
	now, err := f.current()
	if err != nil {
		return false
	}
	held, known := now.byID[id]
	return known && !held.expired(time.Now()) && held.Lists(workspace)
}

// current returns the current content of the file. Each call asks the file system, and only a changed file is
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

// unchanged returns the latest snapshot, or nil if the file must be read.
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

// load reads the file and takes the file information from the same open file.
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
	return errors.New("the tokens file " + path + " is not a file; give one with --tokens")
}

// private rejects a file that other users may read or write. Windows has no such permission bits.
func private(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return notFile(path)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("the tokens file %s can be read by other users (mode %04o); run: chmod 600 %[1]s", path, mode)
	}
	return nil
}
