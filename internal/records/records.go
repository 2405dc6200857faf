// Package records stores values as files in a folder, one file per value. Several processes may read and
// write them at once, including other programs. Changes are made under a lock between processes and are
// durable when they return. A file is never partly written.
//
// The folder ".locks" beside the files contains locks and unfinished files.
package records

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// Config describes the values of a folder.
type Config[T any] struct {
	Dir    string
	Suffix string // of the file names, after the id: ".plan.json"
	Noun   string // for one value in errors and logs: "plan"
	// FileMode and DirMode are the permissions of the files and the folder.
	FileMode, DirMode fs.FileMode
	ValidID           func(id string) bool // reports whether an id is a valid file name
	ID                func(v *T) string
	Decode            func(path string, raw []byte) (*T, error)
	Encode            func(v *T) ([]byte, error)
	Clone             func(v *T) *T // deep enough that changes to the copy do not affect the original
	Logger            *slog.Logger
	Largest           int       // maximum size of a file in bytes; 0 means 64 MiB
	Cache             *Cache[T] // may be shared by several folders; nil means a new one
}

const (
	largest = 64 << 20
	// locks is the folder for locks and unfinished files, hidden from other programs.
	locks = ".locks"
)

// ErrNone reports that there is no such value, or that the id is no valid file name.
var ErrNone = errors.New("no such record")

// ErrBroken reports that the file exists but cannot be decoded. It wraps ErrNone. The file is left unchanged.
var ErrBroken = fmt.Errorf("%w that can be read", ErrNone)

// Folder stores values of one type. Values that it returns are shared with the cache, so callers must change
// only copies. A cached value is used only while the file has the same content.
type Folder[T any] struct {
	Config[T]

	mu     sync.Mutex
	warned map[string]string // the last warning about each file, so that it is logged once
}

// New returns a folder without accessing the disk.
func New[T any](c Config[T]) *Folder[T] {
	if c.Largest == 0 {
		c.Largest = largest
	}
	if c.Cache == nil {
		c.Cache = NewCache[T]()
	}
	return &Folder[T]{Config: c, warned: map[string]string{}}
}

// Path returns the path of a value's file.
func (f *Folder[T]) Path(id string) string { return filepath.Join(f.Dir, id+f.Suffix) }

// idOf returns the id in a file name; it is false for other files.
func (f *Folder[T]) idOf(name string) (id string, is bool) {
	id, is = strings.CutSuffix(name, f.Suffix)
	return id, is && !strings.HasPrefix(name, ".")
}

// Read returns a value, or ErrNone or ErrBroken.
func (f *Folder[T]) Read(ctx context.Context, id string) (*T, error) {
	v, raw, err := f.read(ctx, id)
	if err == nil {
		f.Cache.put(f.Path(id), raw, v)
	}
	return v, err
}

// Visit calls use with a value that is not cached afterwards. Visits of folders with the same cache run one at a time, so
// that the values of many large files are never in memory together. Its errors are those of Read.
func (f *Folder[T]) Visit(ctx context.Context, id string, use func(v *T)) error {
	leave, err := f.Cache.visit(ctx)
	if err != nil {
		return err
	}
	defer leave()
	v, _, err := f.read(ctx, id)
	if err == nil {
		use(v)
	}
	return err
}

// Bytes returns the size of a value's file, or 0 if there is none.
func (f *Folder[T]) Bytes(id string) int64 {
	if !f.ValidID(id) {
		return 0
	}
	info, err := os.Lstat(f.Path(id))
	if err != nil || !info.Mode().IsRegular() || info.Size() > int64(f.Largest) {
		return 0 // it is not read
	}
	return info.Size()
}

// read returns a value and the content of its file.
func (f *Folder[T]) read(ctx context.Context, id string) (*T, []byte, error) {
	if !f.ValidID(id) {
		return nil, nil, ErrNone
	}
	raw, err := durable.Read(f.Path(id), int64(f.Largest))
	if errors.Is(err, durable.ErrNotRegular) || errors.Is(err, durable.ErrTooLarge) {
		f.warn(ctx, id, errors.New("it is not a regular file, or it is too large"))
		return nil, nil, ErrBroken
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, ErrNone
	}
	if err != nil {
		return nil, nil, f.unreadable(err)
	}
	if v, ok := f.Cache.get(f.Path(id), raw); ok {
		return v, raw, nil
	}
	v, err := f.Decode(f.Path(id), raw)
	if err != nil {
		f.warn(ctx, id, err)
		return nil, nil, ErrBroken
	}
	return v, raw, nil
}

// warn logs once that a file is ignored.
func (f *Folder[T]) warn(ctx context.Context, id string, err error) {
	f.mu.Lock()
	warned := f.warned[id] == err.Error()
	f.warned[id] = err.Error()
	f.mu.Unlock()
	if !warned {
		f.Logger.WarnContext(ctx, "skipped a file that does not belong into this folder or is damaged",
			"kind", f.Noun, "file", f.Path(id), "error", err)
	}
}

func (f *Folder[T]) unreadable(err error) error {
	return fault.Newf(fault.Unavailable, "The %ss cannot be read; check the data folder and its permissions", f.Noun).Because(err)
}

// Unwritable returns the error for a file, in the folder or elsewhere, that could not be written.
func (f *Folder[T]) Unwritable(err error) error {
	return fault.Newf(fault.Unavailable, "The %s cannot be written; check the data folder, its permissions and the free space", f.Noun).Because(err)
}

// write writes a value to disk.
func (f *Folder[T]) write(v *T) error {
	raw, err := f.encode(v)
	if err != nil {
		return err
	}
	if err := durable.Write(f.Path(f.ID(v)), raw, f.FileMode); err != nil {
		return f.Unwritable(err)
	}
	f.Cache.put(f.Path(f.ID(v)), raw, v)
	return nil
}

func (f *Folder[T]) encode(v *T) ([]byte, error) {
	raw, err := f.Encode(v)
	if err == nil && len(raw) > f.Largest {
		err = fault.Newf(fault.TooLarge, "The file of the %s would have %d bytes; the maximum is %d. Put the rest into another %s",
			f.Noun, len(raw), f.Largest, f.Noun)
	}
	return raw, err
}
