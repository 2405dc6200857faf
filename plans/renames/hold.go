package renames

import (
	"context"
	"path/filepath"

	"plotline/internal/durable"
)

const (
	// recordingLock is held, shared, while an outcome is recorded, and by Hold.
	recordingLock = "recording"
	// holdLock is held by Hold from before it waits for recordingLock, and, shared, while Record takes recordingLock. So
	// outcomes that follow each other without a gap cannot keep Hold waiting.
	holdLock = "hold"
)

// Record calls record, which writes an outcome to several files, while no Hold is in effect or waits. Its error is that of
// record, or says that the lock could not be taken.
func (j *Journals) Record(ctx context.Context, record func() error) error {
	enter, err := j.lockShared(ctx, holdLock)
	if err != nil {
		return err
	}
	release, err := j.lockShared(ctx, recordingLock)
	enter()
	if err != nil {
		return err
	}
	defer release()
	return record()
}

func (j *Journals) lockShared(ctx context.Context, name string) (release func(), err error) {
	path, err := j.lockPath(name)
	if err != nil {
		return nil, err
	}
	release, err = durable.LockShared(ctx, path)
	if err != nil {
		return nil, dataFolderError(err, "the lock of the rename cannot be taken")
	}
	return release, nil
}

// Hold waits until no outcome is being recorded, in any process, and lets no other be recorded until release is called. A copy
// of the data folder that is made meanwhile has each rename before or after, never in between. Renames go on, and wait
// before they record their outcome.
//
// It returns the journals of interrupted renames, which only Recover can finish or undo. Those of running renames are not
// among them, because the data folder has these as not begun.
func (j *Journals) Hold(ctx context.Context) (release func(), interrupted []string, err error) {
	leave, err := j.lock(ctx, holdLock)
	if err != nil {
		return nil, nil, err
	}
	recorded, err := j.lock(ctx, recordingLock)
	if err != nil {
		leave()
		return nil, nil, err
	}
	release = func() { recorded(); leave() }
	ids, err := j.ids(ctx)
	if err != nil {
		release()
		return nil, nil, err
	}
	for _, id := range ids {
		if leave, held := j.tryLock(ctx, id); held {
			leave()
			interrupted = append(interrupted, filepath.Base(j.journalPath(id)))
		}
	}
	return release, interrupted, nil
}
