package renames

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"plotline/internal/fault"
)

// rollBackAfter rolls the operation back because of an error, and returns that error with the result.
func (o *operation) rollBackAfter(ctx context.Context, cause error) error {
	if err := o.unmarkPlaced(); err != nil {
		o.journals.logger.ErrorContext(ctx, "a rename could be neither finished nor undone", o.about(errors.Join(cause, err))...)
		return withDetails(cause, "the files are at their new names, and Plotline decides at its next start whether they stay").
			Because(errors.Join(cause, err, fault.ErrOutcomeUnknown))
	}
	left, err := o.rollBack()
	if err != nil {
		o.journals.logger.WarnContext(ctx, "a rename was undone, but its journal could not be removed", o.about(err)...)
	}
	if len(left) > 0 {
		return rollbackError(cause, left)
	}
	return withUnchanged(cause)
}

// unmarkPlaced ensures that the journal on disk does not have the state placed. Otherwise, after a crash
// during the rollback, the next start would finish a half rolled-back operation.
func (o *operation) unmarkPlaced() error {
	stored, err := read(o.file(), o.ID)
	if err != nil {
		return err
	}
	if stored != nil && stored.State == placed {
		return o.save(placing)
	}
	if o.State == placed {
		o.State = placing
	}
	return nil
}

// rollBack rolls back every file to its old name, from any state but placed. For each file that cannot be
// moved back, left says where it is and why; the journal then stays.
func (o *operation) rollBack() (left []string, err error) {
	var errs []error
	if o.State == placing {
		errs = append(errs, o.unplaceAll()...)
		// If this fails, a second crash leaves only the identities to locate files, which is enough.
		errs = append(errs, o.save(staging))
		o.State = staging
	}
	errs = append(errs, o.discardCopies())
	for n := range slices.Backward(o.Entries) {
		if reason, err := o.restore(n); reason != "" {
			left = append(left, reason)
			errs = append(errs, err)
		}
	}
	o.removeFolders(o.Made)
	errs = append(errs, o.sync())
	err = errors.Join(errs...)
	if len(left) == 0 && err == nil {
		err = o.journals.remove(o.file())
	}
	return left, err
}

// unplaceAll moves every file from its new name to its hidden one.
func (o *operation) unplaceAll() []error {
	var errs []error
	for n := range slices.Backward(o.Entries) {
		if err := o.unplace(n); err != nil {
			errs = append(errs, err)
		}
	}
	return append(errs, o.sync())
}

func (o *operation) unplace(n int) error {
	e, stage := &o.Entries[n], o.stage(n)
	target, err := o.stat(e.To)
	if err != nil || target == nil {
		return err
	}
	staged, err := o.stat(stage)
	switch {
	case err != nil:
		return err
	case staged != nil && o.resumed && os.SameFile(staged, target):
		return o.discard(e.To) // two names of one file: a crash between link and removal
	case staged != nil || !o.placedByOperation(e, target):
		return nil
	}
	if err := o.move("unplace", e.To, stage); err != nil {
		return err
	}
	staged, err = o.stat(stage)
	if err == nil && staged != nil && !o.placedByOperation(e, staged) {
		return o.move("put back", stage, e.To) // another program put a file there since the look
	}
	return err
}

// discardCopies removes the copies whose originals are present. The removals are synced before any
// original gets its name back, because a copy without a hold would look like an original.
func (o *operation) discardCopies() error {
	var errs []error
	for n := range o.Entries {
		e := &o.Entries[n]
		if !e.Copied {
			continue
		}
		held, err := o.stat(o.hold(n))
		if err == nil && held == nil {
			if held, err = o.stat(e.From); held != nil && !o.isOriginal(e, held) {
				held = nil
			}
		}
		if err == nil && held != nil {
			err = o.discard(o.stage(n))
		}
		errs = append(errs, err)
	}
	return errors.Join(append(errs, o.sync())...)
}

// restore moves one file back to its old name. If that fails, reason says why.
func (o *operation) restore(n int) (reason string, err error) {
	e := &o.Entries[n]
	at, err := o.locate(n)
	switch {
	case err != nil:
		return fmt.Sprintf("%q cannot be looked for", e.From), err
	case at == "" && n >= o.stagedCount:
		return "", nil // removed by another program before the operation touched it
	case at == "":
		return fmt.Sprintf("%q is gone", e.From), nil
	case at == e.From:
		return "", nil
	}
	err = o.moveBack(at, e.From)
	switch {
	case err == nil:
		return "", nil
	case errors.Is(err, fs.ErrExist):
		return fmt.Sprintf("%q is now at %q, since another file took its name", e.From, at), err
	default:
		return fmt.Sprintf("%q is now at %q", e.From, at), err
	}
}

// moveBack moves a file to its old name. It recreates the folder if that was removed meanwhile.
func (o *operation) moveBack(at, to string) error {
	source, err := o.stat(at)
	if err != nil {
		return err
	}
	there, err := o.stat(to)
	if err != nil {
		return err
	}
	if there != nil && source != nil && os.SameFile(there, source) && at != to {
		return o.discard(at) // two names of one file: a crash between link and removal
	}
	err = o.move("restore", at, to)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := o.root.MkdirAll(path.Dir(to), 0o777); err != nil {
		return err
	}
	return o.move("restore", at, to)
}

// locate returns the current name of an original, or "". Hidden names belong to the operation. At
// other names, the file must match the recorded identity.
func (o *operation) locate(n int) (string, error) {
	e := &o.Entries[n]
	hiding := []string{o.stage(n), o.hold(n)}
	if e.Copied {
		hiding = []string{o.hold(n)}
	}
	for _, name := range hiding {
		if info, err := o.stat(name); err != nil || info != nil {
			return name, err
		}
	}
	source, err := o.stat(e.From)
	if err != nil || source != nil && o.isOriginal(e, source) {
		return e.From, err
	}
	for _, name := range []string{o.stage(n), e.To} {
		if info, err := o.stat(name); err != nil || info != nil && o.placedByOperation(e, info) {
			return name, err
		}
	}
	if source != nil {
		return e.From, nil // changed by another program, and at no other name
	}
	return "", nil
}

// stat returns what is at a name, or nil.
func (o *operation) stat(name string) (fs.FileInfo, error) {
	info, err := o.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotFolder) {
		return nil, nil
	}
	return info, err
}

// removeFolders removes the empty ones of these folders, given with parents first.
func (o *operation) removeFolders(dirs []string) {
	for _, dir := range slices.Backward(dirs) {
		o.touched[path.Dir(dir)] = true
		// It fails for a folder in which other programs have put files.
		_ = o.runStep("remove folder "+dir, func() error { return removeFolder(o.root, dir) })
	}
}
