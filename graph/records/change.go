package records

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"plotline/graph/durable"
)

// Create writes a value that nobody else knows of yet.
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

// Change reads a value, lets edit work on a copy and writes that, under the lock of the id. What edit
// refuses leaves the file as it was. It gives the value as it was written.
func (f *Folder[T]) Change(ctx context.Context, id string, edit func(v *T) error) (*T, error) {
	return f.change(ctx, id, edit, f.write)
}

// ChangeWith is Change together with something else, which is done when all that the change needs is on
// the disk but the new name of a file. What also refuses leaves the value as it was.
func (f *Folder[T]) ChangeWith(ctx context.Context, id string, edit func(v *T) error, also func() error) (*T, error) {
	return f.change(ctx, id, edit, func(v *T) error { return f.replace(v, also) })
}

func (f *Folder[T]) change(ctx context.Context, id string, edit, write func(v *T) error) (*T, error) {
	if !f.ValidID(id) {
		return nil, ErrNone
	}
	release, err := f.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer release()
	v, err := f.Read(ctx, id)
	if err != nil {
		return nil, err
	}
	v = f.Clone(v)
	if err := edit(v); err != nil {
		return nil, err
	}
	if err := write(v); err != nil {
		return nil, err
	}
	return v, nil
}

// Put is Change for a value that may not be there yet: fresh then makes it, and edit works on that. A
// file that stands there and cannot be read is no place for a new value: that is ErrBroken.
func (f *Folder[T]) Put(ctx context.Context, id string, fresh func() *T, edit func(v *T) error) (*T, error) {
	if err := f.makeDir(); err != nil {
		return nil, err
	}
	release, err := f.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer release()
	v, err := f.Read(ctx, id)
	switch {
	case err == ErrNone: //nolint:errorlint // not ErrBroken
		v = fresh()
	case err != nil:
		return nil, err
	default:
		v = f.Clone(v)
	}
	if err := edit(v); err != nil {
		return nil, err
	}
	return v, f.write(v)
}

// replace puts a value in the place of the one that was read, under its lock.
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
	if err := os.Rename(unfinished, f.Path(id)); err != nil {
		_ = os.Remove(unfinished)
		return f.Unwritable(err)
	}
	if err := durable.Sync(f.Dir); err != nil {
		return f.Unwritable(err)
	}
	f.Cache.put(f.Path(id), raw, v)
	return nil
}

// Lock keeps others from the value, or from whatever else name stands for, until released. Without a
// folder there is nothing to lock, and none is made for a question: that is ErrNone.
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
