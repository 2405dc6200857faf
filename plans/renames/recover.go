package renames

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// Recovered is the result of recovering an interrupted operation.
type Recovered struct {
	Outcome
	// Finished means that all files are at their new names, and that Commit has recorded it. If it is
	// false, all files are back at their old names, unless Err is set.
	Finished bool
	// Err says why neither was possible, in words for the log. The journal stays for another try.
	Err error
}

// Recover finishes or rolls back the interrupted operations with these ids, and touches only their media
// folders. Several processes may call it at once; each skips what another one has locked. A file that is not
// a journal is left alone, with a warning. The error is that of ctx.
func (j *Journals) Recover(ctx context.Context, ids []string, commit Commit) ([]Recovered, error) {
	var all []Recovered
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return all, fault.From(err)
		}
		if one := j.recoverOne(ctx, id, commit); one != nil {
			all = append(all, *one)
		}
	}
	return all, nil
}

// Interrupted calls each for the running and interrupted operations, without their moves. It reads one journal at a time,
// and does not access media folders.
func (j *Journals) Interrupted(ctx context.Context, each func(operation Outcome)) error {
	ids, err := j.ids(ctx)
	for _, id := range ids {
		content, err := j.readJournal(id)
		if err != nil {
			j.warnUnread(ctx, id, err)
		} else if content != nil {
			each(Outcome{ID: content.ID, Undo: content.Undo, Folder: content.Folder, Note: content.Note})
		}
	}
	return err
}

// ids returns the ids of all journals.
func (j *Journals) ids(ctx context.Context) ([]string, error) {
	files, err := os.ReadDir(j.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failed("The folder of the rename journals cannot be read").Because(err)
	}
	j.reports.retain(files)
	var ids []string
	for _, file := range files {
		id, is := strings.CutSuffix(file.Name(), journalSuffix)
		switch {
		case !is:
		case validID(id):
			ids = append(ids, id)
		case j.reports.changed(file.Name(), "no plan's name"):
			j.logger.WarnContext(ctx, "skipped a file among the rename journals that does not have the name of a plan", slog.String("file", file.Name()))
		}
	}
	return ids, nil
}

func (j *Journals) warnUnread(ctx context.Context, id string, err error) {
	file := filepath.Base(j.journalPath(id))
	if j.reports.changed(file, err.Error()) {
		j.logger.WarnContext(ctx, "skipped a damaged rename journal", slog.String("file", file), slog.Any("error", err))
	}
}

// recoverOne recovers one operation. It returns nil if there is nothing to do, or if another process has
// the lock.
func (j *Journals) recoverOne(ctx context.Context, id string, commit Commit) *Recovered {
	release, held := j.tryLock(ctx, id)
	if !held {
		return nil
	}
	defer release()
	content, err := j.readJournal(id)
	if err != nil {
		j.warnUnread(ctx, id, err)
		return nil
	}
	if content == nil {
		return nil
	}
	return j.resume(ctx, *content, commit)
}

// settle is like recoverOne for a caller that holds the plan's lock and requires the operation to be
// settled.
func (j *Journals) settle(ctx context.Context, id string, commit Commit) error {
	content, err := j.readJournal(id)
	if err != nil {
		return failed("The journal of an earlier rename cannot be read; nothing was changed").Because(err)
	}
	if content == nil {
		return nil
	}
	settled := j.resume(ctx, *content, commit)
	if settled == nil {
		return fault.New(fault.Conflict, "Another rename is running in this media folder; try again when it has ended; nothing was changed")
	}
	return settled.Err
}

// resume continues an interrupted operation. It returns nil if another process is working in the media
// folder.
func (j *Journals) resume(ctx context.Context, content journal, commit Commit) *Recovered {
	result := &Recovered{Outcome: content.outcome()}
	root, err := j.open(ctx, result.Outcome)
	if err != nil {
		result.Err = openError(content.Folder, err)
		return j.report(ctx, result)
	}
	defer func() { _ = root.Close() }()
	key, err := folderKey(root, content.Folder)
	if err != nil {
		result.Err = openError(content.Folder, err)
		return j.report(ctx, result)
	}
	release, held := j.tryLock(ctx, key)
	if !held {
		return nil
	}
	defer release()
	o := newOperation(j, root, content)
	o.resumed = true
	if content.State == placed {
		result.Finished, result.Err = true, j.Record(ctx, func() error { return o.complete(context.WithoutCancel(ctx), commit) })
	} else {
		result.Err = o.rollBackResumed()
	}
	return j.report(ctx, result)
}

// complete commits and cleans up an operation in the state placed. Commit may have taken effect before
// the crash, so its error causes no rollback.
func (o *operation) complete(ctx context.Context, commit Commit) error {
	if err := commit(ctx, o.outcome()); err != nil {
		return err
	}
	if err := o.finish(); err != nil {
		return failed("An interrupted rename is finished, but its journal could not be removed").Because(err)
	}
	return nil
}

// rollBackResumed calls back and returns a single error.
func (o *operation) rollBackResumed() error {
	left, err := o.rollBack()
	switch {
	case len(left) > 0:
		return rollbackError(fault.New(fault.Conflict, "A rename was interrupted").Because(err), left)
	case err != nil:
		return failed("An interrupted rename is undone, but its journal could not be removed").Because(err)
	}
	return nil
}

// Skip logs why an interrupted operation is left for another try.
func (j *Journals) Skip(ctx context.Context, operation Outcome, reason error) {
	j.report(ctx, &Recovered{Outcome: operation, Err: reason})
}

// report logs the result of a recovery. A failure is logged again only if it differs from the last,
// because each decision in the workspace retries.
func (j *Journals) report(ctx context.Context, r *Recovered) *Recovered {
	file := j.journalPath(r.ID)
	about := []any{slog.String("rename", r.ID), slog.Bool("undo", r.Undo), slog.String("folder", r.Folder), slog.Bool("finished", r.Finished), slog.String("journal", file)}
	if r.Err != nil {
		if j.reports.changed(filepath.Base(file), r.Err.Error()) {
			j.logger.ErrorContext(ctx, "an interrupted rename could be neither finished nor undone; Plotline tries again at its next start and at each decision in this workspace", append(about, slog.Any("error", r.Err))...)
		}
		return r
	}
	j.logger.InfoContext(ctx, "finished or undid an interrupted rename", about...)
	return r
}

// tryLock is like lock, but does not wait.
func (j *Journals) tryLock(ctx context.Context, name string) (release func(), held bool) {
	path, err := j.lockPath(name)
	if err == nil {
		release, held, err = durable.TryLock(path)
	}
	if err != nil {
		j.logger.WarnContext(ctx, "cannot take the lock of a rename", slog.String("lock", name), slog.Any("error", err))
	}
	return release, held
}
