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

	"plotline/graph/durable"
	"plotline/graph/fault"
)

// operation is an Apply or an Undo at work, or what a crash left of one, under its locks.
type operation struct {
	*journal
	journals *Journals
	root     *os.Root
	touched  map[string]bool   // folders whose names changed since sync was called
	reached  int               // entries that may have left their names
	sources  map[identity]bool // of all entries, when they have been asked for
	resumed  bool              // after a crash, which may have come between the two halves of a move
}

func newOperation(j *Journals, root *os.Root, content journal) *operation {
	return &operation{journal: &content, journals: j, root: root, touched: map[string]bool{}, reached: len(content.Entries)}
}

// run does the whole of it. An error leaves everything as it was, or says what could not be taken back.
func (o *operation) run(ctx context.Context, commit Commit) error {
	if err := o.save(staging); err != nil {
		_ = o.journals.remove(o.file())
		return broken(err, "the journal of the rename cannot be written")
	}
	err := o.forward(ctx)
	if err == nil {
		err = commit(context.WithoutCancel(ctx), o.outcome())
	}
	if err != nil {
		return o.abandon(ctx, err)
	}
	if err := o.finish(); err != nil {
		// It is done, and recorded by the caller: the next start only tidies up.
		o.journals.logger.WarnContext(ctx, "a rename is done, and its journal could not be put away yet", o.about(err)...)
	}
	return nil
}

// forward brings every file to its new name.
func (o *operation) forward(ctx context.Context) error {
	o.reached = 0
	for _, step := range []func(context.Context) error{o.makeFolders, o.stageAll, o.copyAll, o.placeAll} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// makeFolders makes what is missing. What somebody else has made meanwhile is not ours to remove.
func (o *operation) makeFolders(context.Context) error {
	var made []string
	for _, dir := range o.Made {
		err := o.durably("make folder "+dir, func() error { return o.root.Mkdir(dir, 0o777) })
		switch {
		case err == nil:
			made = append(made, dir)
		case !errors.Is(err, fs.ErrExist):
			return refused(err, dir)
		}
		o.touched[path.Dir(dir)] = true
	}
	o.Made = made
	return nil
}

// stageAll takes every file from its name.
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
	o.reached = n + 1
	info, err := o.root.Lstat(at)
	if err != nil {
		return refused(err, e.From)
	}
	// Now nobody else has a name of it, so this cannot change between look and rename.
	if !info.Mode().IsRegular() || identityOf(info) != e.Source {
		return changedMeanwhile(e.From)
	}
	return nil
}

// notStaged tells a source that went from a target's folder that did.
func (o *operation) notStaged(err error, e *entry) error {
	if source, looked := o.look(e.From); looked == nil && source != nil && errors.Is(err, fs.ErrNotExist) {
		return fault.Newf(fault.Conflict, "The folder of target file %q is gone", e.To).Because(err)
	}
	return refused(err, e.From)
}

// placeAll gives every file its new name.
func (o *operation) placeAll(context.Context) error {
	if err := o.save(placing); err != nil {
		return o.unsaved(err)
	}
	for n := range o.Entries {
		e := &o.Entries[n]
		if err := o.move("place", o.stage(n), e.To); err != nil {
			return refused(err, e.To)
		}
		info, err := o.root.Lstat(e.To)
		if err != nil {
			return refused(err, e.To)
		}
		if !o.mine(e, info) {
			return changedMeanwhile(e.To)
		}
		target := identityOf(info)
		e.Target = &target
	}
	if err := o.sync(); err != nil {
		return err
	}
	if err := o.save(placed); err != nil {
		return o.unsaved(err)
	}
	return nil
}

// move renames within the folder and never replaces.
func (o *operation) move(step, from, to string) error {
	o.touched[path.Dir(from)], o.touched[path.Dir(to)] = true, true
	return o.durably(step+" "+from, func() error { return o.journals.move(o.root, from, to) })
}

// discard removes a file of the operation's own. One that is not there is no error.
func (o *operation) discard(name string) error {
	// A look first: a file system that is only read refuses to remove even what is not there.
	if info, err := o.look(name); err != nil || info == nil {
		return err
	}
	o.touched[path.Dir(name)] = true
	return o.durably("discard "+name, func() error { return o.root.Remove(name) })
}

// durably does one thing that a crash may find done or not done.
func (o *operation) durably(step string, do func() error) error {
	o.journals.step("before " + step)
	err := do()
	o.journals.step("after " + step)
	return err
}

// sync makes the names in all touched folders last.
func (o *operation) sync() error {
	for _, dir := range slices.Sorted(maps.Keys(o.touched)) {
		if err := syncFolder(o.root, dir); err != nil {
			return refused(err, dir)
		}
	}
	clear(o.touched)
	return nil
}

// syncFolder makes the names in one folder last. A folder that is gone needs nothing; a file system
// that cannot do it, or a platform, has nothing better to offer.
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

// file is the path of the operation's journal.
func (o *operation) file() string { return o.journals.journalPath(o.ID) }

// save makes the operation's state last.
func (o *operation) save(next state) error {
	before := o.State
	o.State = next
	if err := o.journals.write(o.file(), o.journal); err != nil {
		o.State = before
		return err
	}
	return nil
}

func (o *operation) unsaved(err error) *fault.Error {
	return failed("The journal of the rename cannot be written").Because(err)
}

// about names the operation in the log.
func (o *operation) about(err error) []any {
	return []any{slog.String("rename", o.ID), slog.Bool("undo", o.Undo), slog.String("folder", o.Folder), slog.Any("error", err)}
}
