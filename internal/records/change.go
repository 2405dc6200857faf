package records

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"plotline/internal/durable"
)

// Create writes a new value, whose id no other process knows yet.
func (f *Folder[T]) Create(v *T) error {
	if err := f.makeDir(); err != nil {
		return err
	}
	return f.write(v)
}

func (f *Folder[T]) makeDir() error {
	if err := os.MkdirAll(f.Dir, f.DirMode); err != nil {
		return f.Unwritable(err)
	}
	return nil
}

// Change reads a value, applies edit to a copy and writes the copy, while it holds the lock of the id. It
// returns the written value. If edit fails, the file stays unchanged.
func (f *Folder[T]) Change(ctx context.Context, id string, edit func(v *T) error) (*T, error) {
	return f.change(ctx, id, edit, f.write)
}

// ChangeWith is Change together with another action. It calls also when everything is on disk except the
// renaming of the file. If also fails, the value stays unchanged.
func (f *Folder[T]) ChangeWith(ctx context.Context, id string, edit func(v *T) error, also func() error) (*T, error) {
	return f.change(ctx, id, edit, func(v *T) error { return f.replace(v, also) })
}

func (f *Folder[T]) change(ctx context.Context, id string, edit, write func(v *T) error) (*T, error) {
	if !f.ValidID(id) {
		return nil, ErrNone
	}
	return f.changeLocked(ctx, id, nil, edit, write)
}

// Put is Change for a value that may not exist yet: then edit works on the result of fresh. If the file
// exists but cannot be decoded, Put returns ErrBroken.
func (f *Folder[T]) Put(ctx context.Context, id string, fresh func() *T, edit func(v *T) error) (*T, error) {
	if err := f.makeDir(); err != nil {
		return nil, err
	}
	return f.changeLocked(ctx, id, fresh, edit, f.write)
}

// changeLocked changes a value while it holds the lock of the id. If the value does not exist, it changes the result
// of fresh, or fails if fresh is nil.
func (f *Folder[T]) changeLocked(ctx context.Context, id string, fresh func() *T, edit, write func(v *T) error) (*T, error) {
	release, err := f.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer release()
	v, err := f.Read(ctx, id)
	switch {
	case err == ErrNone && fresh != nil: //nolint:errorlint // not ErrBroken
		v = fresh()
	case err != nil:
		return nil, err
	default:
		v = f.Clone(v)
	}
	if err := edit(v); err != nil {
		return nil, err
	}
	if err := write(v); err != nil {
		return nil, err
	}
	return v, nil
}

// replace replaces the value that was read, under its lock, and calls also before the rename.
func (f *Folder[T]) replace(v *T, also func() error) error {
	raw, err := f.encode(v)
	if err != nil {
		return err
	}
	id := f.ID(v)
	unfinished := filepath.Join(f.Dir, locks, id+".json")
	if err := durable.Write(unfinished, raw, f.FileMode); err != nil {
		return f.Unwritable(err)
	}
	if err := also(); err != nil {
		_ = os.Remove(unfinished)
		return err
	}
	if err := durable.Rename(unfinished, f.Path(id)); err != nil {
		_ = os.Remove(unfinished)
		return f.Unwritable(err)
	}
	if err := durable.Sync(f.Dir); err != nil {
		return f.Unwritable(err)
	}
	f.Cache.put(f.Path(id), raw, v)
	return nil
}

// Remove removes a value's file, while it holds the lock of the id, and returns the value. Its lock file stays.
func (f *Folder[T]) Remove(ctx context.Context, id string) (*T, error) {
	release, err := f.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer release()
	v, err := f.Read(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := durable.Remove(f.Path(id)); err != nil {
		return nil, f.Unwritable(err)
	}
	return v, nil
}

// Lock locks a value, or anything else that name stands for, against other callers and processes. If the
// folder does not exist it returns ErrNone and creates nothing.
func (f *Folder[T]) Lock(ctx context.Context, name string) (release func(), err error) {
	dir := filepath.Join(f.Dir, locks)
	if _, err := os.Stat(f.Dir); errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, f.Unwritable(err)
	}
	release, err = durable.Lock(ctx, filepath.Join(dir, name+".lock"))
	if err != nil && ctx.Err() == nil {
		return nil, f.Unwritable(err)
	}
	return release, err
}
