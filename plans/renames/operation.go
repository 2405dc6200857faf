package renames

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path"
	"slices"

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// operation is a running or interrupted Apply or Undo, under its locks.
type operation struct {
	*journal
	journals    *Journals
	root        *os.Root
	touched     map[string]bool   // folders that were modified since the last sync
	stagedCount int               // number of entries that may have left their old names
	sources     map[identity]bool // of all entries, computed when needed
	resumed     bool              // after a crash, which may have interrupted a move by link
}

func newOperation(j *Journals, root *os.Root, content journal) *operation {
	return &operation{journal: &content, journals: j, root: root, touched: map[string]bool{}, stagedCount: len(content.Entries)}
}

// run executes the whole operation. After an error everything is unchanged, or the error says what could
// not be rolled back.
func (o *operation) run(ctx context.Context, commit Commit) error {
	if err := o.save(staging); err != nil {
		_ = o.journals.remove(o.file())
		return dataFolderError(err, "the journal of the rename cannot be written")
	}
	if err := o.forward(ctx); err != nil {
		return o.rollBackAfter(ctx, err)
	}
	unrecorded := o.journals.Record(context.WithoutCancel(ctx), func() error {
		if err := commit(context.WithoutCancel(ctx), o.outcome()); err != nil {
			return err
		}
		if err := o.finish(); err != nil {
			// The operation is done and recorded. The next start only cleans up.
			o.journals.logger.WarnContext(ctx, "a rename is done, but its journal could not be removed yet", o.about(err)...)
		}
		return nil
	})
	if unrecorded != nil {
		return o.rollBackAfter(ctx, unrecorded)
	}
	return nil
}

// forward moves every file to its new name.
func (o *operation) forward(ctx context.Context) error {
	o.stagedCount = 0
	for _, step := range []func(context.Context) error{o.makeFolders, o.stageAll, o.copyAll, o.placeAll} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// makeFolders creates the missing folders. It drops those that another program has created meanwhile from
// Made, so that a rollback does not remove them.
func (o *operation) makeFolders(context.Context) error {
	var made []string
	for _, dir := range o.Made {
		err := o.runStep("make folder "+dir, func() error { return o.root.Mkdir(dir, 0o777) })
		switch {
		case err == nil:
			made = append(made, dir)
		case !errors.Is(err, fs.ErrExist):
			return fileError(err, dir)
		}
		o.touched[path.Dir(dir)] = true
	}
	o.Made = made
	return nil
}

// stageAll moves every file from its old name to its hidden name.
func (o *operation) stageAll(context.Context) error {
	for n := range o.Entries {
		if err := o.stageOne(n); err != nil {
			return err
		}
	}
	return o.sync()
}

func (o *operation) stageOne(n int) error {
	e := &o.Entries[n]
	at := o.stage(n)
	err := o.move("stage", e.From, at)
	if errors.Is(err, errCrossDevice) && at != o.hold(n) {
		at, e.Copied = o.hold(n), true
		err = o.move("hold", e.From, at)
	}
	if err != nil {
		return o.notStaged(err, e)
	}
	o.stagedCount = n + 1
	info, err := o.root.Lstat(at)
	if err != nil {
		return fileError(err, e.From)
	}
	// No other program has a name for the file now, so it cannot be replaced before this check.
	if !info.Mode().IsRegular() || identityOf(info) != e.Source {
		return changedMeanwhile(e.From)
	}
	return nil
}

// notStaged distinguishes a missing source from a missing folder of the target.
func (o *operation) notStaged(err error, e *entry) error {
	if source, looked := o.stat(e.From); looked == nil && source != nil && errors.Is(err, fs.ErrNotExist) {
		return fault.Newf(fault.Conflict, "The folder of target file %q no longer exists", e.To).Because(err)
	}
	return fileError(err, e.From)
}

// placeAll moves every file to its new name.
func (o *operation) placeAll(context.Context) error {
	if err := o.save(placing); err != nil {
		return o.journalError(err)
	}
	for n := range o.Entries {
		e := &o.Entries[n]
		if err := o.move("place", o.stage(n), e.To); err != nil {
			return fileError(err, e.To)
		}
		info, err := o.root.Lstat(e.To)
		if err != nil {
			return fileError(err, e.To)
		}
		if !o.placedByOperation(e, info) {
			return changedMeanwhile(e.To)
		}
		target := identityOf(info)
		e.Target = &target
	}
	if err := o.sync(); err != nil {
		return err
	}
	if err := o.save(placed); err != nil {
		return o.journalError(err)
	}
	return nil
}

// move renames a file inside the folder and never replaces another.
func (o *operation) move(step, from, to string) error {
	o.touched[path.Dir(from)], o.touched[path.Dir(to)] = true, true
	return o.runStep(step+" "+from, func() error { return o.journals.move(o.root, from, to) })
}

// discard removes a file that belongs to the operation. It is not an error if the file does not exist.
func (o *operation) discard(name string) error {
	// Check first: a read-only file system returns an error even if the file does not exist.
	if info, err := o.stat(name); err != nil || info == nil {
		return err
	}
	o.touched[path.Dir(name)] = true
	return o.runStep("discard "+name, func() error { return o.root.Remove(name) })
}

// runStep runs one step that a crash may leave done or not done.
func (o *operation) runStep(step string, do func() error) error {
	o.journals.step("before " + step)
	err := do()
	o.journals.step("after " + step)
	return err
}

// sync syncs all touched folders.
func (o *operation) sync() error {
	for _, dir := range slices.Sorted(maps.Keys(o.touched)) {
		if err := syncFolder(o.root, dir); err != nil {
			return fileError(err, dir)
		}
	}
	clear(o.touched)
	return nil
}

// syncFolder syncs one folder. It ignores a missing folder, and systems that cannot sync folders.
func syncFolder(root *os.Root, dir string) error {
	folder, err := durable.FolderIn(root, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	if err := folder.Sync(); err != nil && !foldersNeedNoSync && !isOneOf(err, errsUnsupported) {
		return err
	}
	return nil
}

// file returns the path of the operation's journal.
func (o *operation) file() string { return o.journals.journalPath(o.ID) }

// save writes the operation's new state to disk.
func (o *operation) save(next state) error {
	before := o.State
	o.State = next
	if err := o.journals.write(o.file(), o.journal); err != nil {
		o.State = before
		return err
	}
	return nil
}

func (o *operation) journalError(err error) *fault.Error {
	return failed("The journal of the rename cannot be written").Because(err)
}

// about returns the log attributes of the operation.
func (o *operation) about(err error) []any {
	return []any{slog.String("rename", o.ID), slog.Bool("undo", o.Undo), slog.String("folder", o.Folder), slog.Any("error", err)}
}
