package renames

import (
	"context"
	"path/filepath"

	"plotline/internal/durable"
)

// recordingLock is held, shared, while the outcome of a rename is recorded, and by Hold.
const recordingLock = "recording"

// Record calls record, which writes an outcome to several files, while no Hold is in effect. Its error is that of record,
// or says that the lock could not be taken.
func (j *Journals) Record(ctx context.Context, record func() error) error {
	path, err := j.lockPath(recordingLock)
	if err != nil {
		return err
	}
	release, err := durable.LockShared(ctx, path)
	if err != nil {
		return dataFolderError(err, "the lock of the rename cannot be taken")
	}
	defer release()
	return record()
}

// Hold waits until no outcome is being recorded, in any process, and lets none be recorded until release is called. A copy
// of the data folder that is made meanwhile has each rename before or after, never in between. Renames go on, and wait
// before they record their outcome.
//
// It returns the journals of interrupted renames, which only Recover can finish or undo. Those of running renames are not
// among them, because the data folder has these as not begun.
func (j *Journals) Hold(ctx context.Context) (release func(), interrupted []string, err error) {
	release, err = j.lock(ctx, recordingLock)
	if err != nil {
		return nil, nil, err
	}
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
