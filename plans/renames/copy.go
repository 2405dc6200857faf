package renames

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"

	"plotline/internal/durable"
)

// chunk is the number of bytes copied between two checks of the context.
const chunk = 8 << 20

// copyAll copies the files in holds to the targets' file systems. The journal records each copy before it
// begins. After a power loss the copy may exist while the rename to the hold is lost.
func (o *operation) copyAll(ctx context.Context) error {
	if !slices.ContainsFunc(o.Entries, func(e entry) bool { return e.Copied }) {
		return nil
	}
	if err := o.save(staging); err != nil {
		return o.journalError(err)
	}
	for n := range o.Entries {
		if e := &o.Entries[n]; e.Copied {
			err := o.runStep("copy "+e.From, func() error { return o.copyOne(ctx, n) })
			if err != nil {
				return fileError(err, e.To)
			}
		}
	}
	return o.sync()
}

// copyOne copies one file from its hold to its stage and syncs the copy.
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
	if err := o.copyContent(ctx, out, in); err != nil {
		return err
	}
	if err := o.copyAttributes(out, to, source); err != nil {
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

// copyContent copies the content until ctx is cancelled.
func (o *operation) copyContent(ctx context.Context, out io.Writer, in io.Reader) error {
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

// copyAttributes gives the copy the original's owner, mode and modification time, and syncs it.
func (o *operation) copyAttributes(out *os.File, name string, source fs.FileInfo) error {
	keepOwner(out, source)
	if err := out.Chmod(source.Mode().Perm()); err != nil && !errors.Is(err, fs.ErrPermission) && !isOneOf(err, errsUnsupported) {
		return err
	}
	if err := o.root.Chtimes(name, source.ModTime(), source.ModTime()); err != nil {
		return err
	}
	return out.Sync()
}
