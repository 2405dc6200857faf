// Package records keeps values as files: a folder with one file for each, read and written by several
// processes at once, of ours and of others. A change is made under a lock between processes and is on
// the disk when it is acknowledged; a file is never half written.
//
// Beside the files, the folder ".locks" holds locks and files that are not finished.
package records

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"plotline/graph/durable"
	"plotline/graph/fault"
)

// Config says what the values of a folder are.
type Config[T any] struct {
	Dir    string
	Suffix string // of the files' names, behind the id: ".plan.json"
	Noun   string // of one value, for errors and the log: "plan"
	// FileMode and DirMode are the permissions of the files and of the folder.
	FileMode, DirMode fs.FileMode
	ValidID           func(id string) bool // of what may be the name of a file
	ID                func(v *T) string
	Decode            func(path string, raw []byte) (*T, error)
	Encode            func(v *T) ([]byte, error)
	Clone             func(v *T) *T // deep enough that a change of the copy leaves the original alone
	Logger            *slog.Logger
	Largest           int       // bytes that a file may have; 0 is 64 MiB
	Cache             *Cache[T] // shared by several folders; nil is one of its own
}

const (
	largest = 64 << 20
	// locks is the folder for locks and unfinished files, out of other programs' sight.
	locks = ".locks"
)

// ErrNone says that there is no such value: also for an id that can be no name of a file.
var ErrNone = errors.New("no such record")

// ErrBroken is the ErrNone of a file that stands there and cannot be read as a value. It is left as it
// is.
var ErrBroken = fmt.Errorf("%w that can be read", ErrNone)

// Folder holds values of one kind. Nothing is remembered of a file but what its very bytes mean, so
// values that are given out are shared: only a copy may be changed.
type Folder[T any] struct {
	Config[T]

	mu     sync.Mutex
	warned map[string]string // what was said of a file, so that it is said once
}

// New touches nothing yet.
func New[T any](c Config[T]) *Folder[T] {
	if c.Largest == 0 {
		c.Largest = largest
	}
	if c.Cache == nil {
		c.Cache = NewCache[T]()
	}
	return &Folder[T]{Config: c, warned: map[string]string{}}
}

// Path is where the file of a value stands.
func (f *Folder[T]) Path(id string) string { return filepath.Join(f.Dir, id+f.Suffix) }

// idOf is the id in a file's name; false for other files.
func (f *Folder[T]) idOf(name string) (id string, is bool) {
	id, is = strings.CutSuffix(name, f.Suffix)
	return id, is && !strings.HasPrefix(name, ".")
}

// Read gives a value, or ErrNone, which may be ErrBroken.
func (f *Folder[T]) Read(ctx context.Context, id string) (*T, error) {
	if !f.ValidID(id) {
		return nil, ErrNone
	}
	raw, err := durable.Read(f.Path(id), int64(f.Largest))
	if errors.Is(err, durable.ErrNotRegular) || errors.Is(err, durable.ErrTooLarge) {
		f.warn(ctx, id, errors.New("it is no plain file, or too large"))
		return nil, ErrBroken
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, f.unreadable(err)
	}
	v, err := f.value(id, raw)
	if err != nil {
		f.warn(ctx, id, err)
		return nil, ErrBroken
	}
	return v, nil
}

// value is what the bytes of a file mean.
func (f *Folder[T]) value(id string, raw []byte) (*T, error) {
	path := f.Path(id)
	if v, ok := f.Cache.get(path, raw); ok {
		return v, nil
	}
	v, err := f.Decode(path, raw)
	if err != nil {
		return nil, err
	}
	f.Cache.put(path, raw, v)
	return v, nil
}

// warn tells the log once of a file that is passed over.
func (f *Folder[T]) warn(ctx context.Context, id string, err error) {
	f.mu.Lock()
	told := f.warned[id] == err.Error()
	f.warned[id] = err.Error()
	f.mu.Unlock()
	if !told {
		f.Logger.WarnContext(ctx, "a file is passed over and left as it is: it cannot be read as what the folder holds",
			"kind", f.Noun, "file", f.Path(id), "error", err)
	}
}

// List gives all values, by the names of their files.
func (f *Folder[T]) List(ctx context.Context) ([]*T, error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, f.unreadable(err)
	}
	values := []*T{}
	for _, entry := range entries {
		id, is := f.idOf(entry.Name())
		if !is {
			continue
		}
		v, err := f.Read(ctx, id)
		if errors.Is(err, ErrNone) {
			if !f.ValidID(id) {
				f.warn(ctx, id, errors.New("its name is no id"))
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return slices.Clip(values), nil
}

func (f *Folder[T]) unreadable(err error) error {
	return fault.Newf(fault.Unavailable, "The %ss cannot be read: look at the data folder and its permissions", f.Noun).Because(err)
}

// Unwritable is the error of a file, here or beside those of the folder, that the disk did not take.
func (f *Folder[T]) Unwritable(err error) error {
	return fault.Newf(fault.Unavailable, "The %s cannot be written: look at the data folder, its permissions and the space left", f.Noun).Because(err)
}

// write puts a value on the disk.
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
		err = fault.Newf(fault.TooLarge, "The file of the %s would have %d bytes, and %d are the most", f.Noun, len(raw), f.Largest)
	}
	return raw, err
}
