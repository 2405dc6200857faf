package renames

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"

	"plotline/graph/durable"
)

// chunk is how much is copied between two looks at the context, in bytes.
const chunk = 8 << 20

// copyAll copies what is in a hold to the target's file system. The journal knows of each copy before
// it is begun: after a loss of power the copy may be there and the rename to the hold may not.
func (o *operation) copyAll(ctx context.Context) error {
	if !slices.ContainsFunc(o.Entries, func(e entry) bool { return e.Copied }) {
		return nil
	}
	if err := o.save(staging); err != nil {
		return o.unsaved(err)
	}
	for n := range o.Entries {
		if e := &o.Entries[n]; e.Copied {
			err := o.durably("copy "+e.From, func() error { return o.copyOne(ctx, n) })
			if err != nil {
				return refused(err, e.To)
			}
		}
	}
	return o.sync()
}

// copyOne copies one file from its hold to its stage and makes the copy last.
func (o *operation) copyOne(ctx context.Context, n int) (err error) {
	e, to := &o.Entries[n], o.stage(n)
	in, err := durable.OpenIn(o.root, o.hold(n))
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	source, err := in.Stat()
	if err != nil {
		return err
	}
	o.touched[path.Dir(to)] = true
	out, err := o.root.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := o.pour(ctx, out, in); err != nil {
		return err
	}
	if err := o.likeSource(out, to, source); err != nil {
		return err
	}
	after, err := in.Stat()
	if err != nil {
		return err
	}
	copied, err := out.Stat()
	if err != nil {
		return err
	}
	if identityOf(after) != e.Source || copied.Size() != after.Size() {
		return changedMeanwhile(e.From)
	}
	target := identityOf(copied)
	e.Target = &target
	return nil
}

// pour copies the content, for as long as the caller waits for it.
func (o *operation) pour(ctx context.Context, out io.Writer, in io.Reader) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := io.CopyN(out, in, chunk)
		o.journals.step("within a copy")
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// likeSource gives the copy what else the original has, and makes all of it last.
func (o *operation) likeSource(out *os.File, name string, source fs.FileInfo) error {
	keepOwner(out, source)
	if err := out.Chmod(source.Mode().Perm()); err != nil && !errors.Is(err, fs.ErrPermission) && !isOneOf(err, errsUnsupported) {
		return err
	}
	if err := o.root.Chtimes(name, source.ModTime(), source.ModTime()); err != nil {
		return err
	}
	return out.Sync()
}
