package renames

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"plotline/internal/fault"
)

// Undo reverses an Apply in one operation of the same kind, if nothing has changed since. Every file must
// be where Apply put it, with its size, modification time and inode, and every old name must be free.
// Folders that Apply created are removed if empty. Afterwards the request may be applied again.
//
// Errors are those of Apply. The code is not_found if nothing was applied under that id. It is conflict
// if files have changed; "changed" then lists each file and what happened to it.
func (j *Journals) Undo(ctx context.Context, id string, note json.RawMessage, commit Commit) error {
	if !validID(id) {
		return notApplied(id)
	}
	return j.exclusively(ctx, id, commit, func() error {
		record, err := j.record(id)
		if err != nil {
			return err
		}
		head := journal{ID: id, Undo: true, Folder: record.Folder, Note: note, Unmade: record.Made}
		return j.run(ctx, head, commit, record.beginUndo)
	})
}

// beginUndo checks and completes the journal of an undo. The receiver is the record of the apply.
func (j *journal) beginUndo(root *os.Root, head *journal) error {
	changed, err := j.changed(root)
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		return fault.New(fault.Conflict, "The renamed files have changed since: "+strings.Join(changed, "; ")).With("changed", changed)
	}
	if err := begin(head, root, j.reversed()); err != nil {
		return err
	}
	for n := range head.Entries {
		if head.Entries[n].Source != *j.Entries[n].Target {
			return changedMeanwhile(head.Entries[n].From)
		}
	}
	return nil
}

func notApplied(id string) *fault.Error {
	return fault.Newf(fault.NotFound, "No files were renamed for %s, or the rename was undone", id)
}

// record returns the record of an apply.
func (j *Journals) record(id string) (*journal, error) {
	record, err := read(j.recordPath(id), id)
	switch {
	case err != nil:
		return nil, failed("The record of what was renamed cannot be read").Because(err)
	case record == nil:
		return nil, notApplied(id)
	case record.State != applied || record.Undo:
		return nil, failed("The record of what was renamed cannot be read").Because(errCorrupt)
	}
	return record, nil
}

// reversed returns the moves of an undo.
func (j *journal) reversed() []Move {
	moves := j.outcome().Moves
	for n, move := range moves {
		moves[n].From, moves[n].To = move.To, move.From
	}
	return moves
}

// changed compares the record of an apply with the disk.
func (j *journal) changed(root *os.Root) ([]string, error) {
	var changed []string
	for n := range j.Entries {
		e := &j.Entries[n]
		info, err := root.Lstat(e.To)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, errNotFolder):
			changed = append(changed, fmt.Sprintf("%q is gone", e.To))
		case err != nil:
			return nil, fileError(err, e.To)
		case !info.Mode().IsRegular() || e.Target.Inode != inode(info):
			changed = append(changed, fmt.Sprintf("%q was replaced", e.To))
		case *e.Target != identityOf(info):
			changed = append(changed, fmt.Sprintf("%q was changed", e.To))
		}
	}
	moves := j.reversed()
	taken, err := takenTargets(NewTargets(root, moves), moves)
	if err != nil {
		return nil, err
	}
	for _, move := range taken {
		changed = append(changed, fmt.Sprintf("%q is there again", move.To))
	}
	return changed, nil
}
