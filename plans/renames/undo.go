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
// The videos in keep, named as before the Apply, and their sidecars stay as they are. The others are undone as a whole or
// not at all. Afterwards nothing more can be undone.
//
// Errors are those of Apply. The code is not_found if nothing was applied under that id. It is conflict
// if files have changed; "changed" then lists each file and what happened to it, and the error wraps a *ChangedError.
func (j *Journals) Undo(ctx context.Context, id string, keep []string, note json.RawMessage, commit Commit) error {
	if !validID(id) {
		return notApplied(id)
	}
	return j.exclusively(ctx, id, commit, func() error {
		record, err := j.record(id)
		if err != nil {
			return err
		}
		head := journal{ID: id, Undo: true, Folder: record.Folder, Note: note, Unmade: record.Made}
		return j.run(ctx, head, commit, func(root *os.Root, head *journal) error { return record.beginUndo(root, head, keep) })
	})
}

// beginUndo checks and completes the journal of an undo. The receiver is the record of the apply, of which it then has only
// the entries that are undone.
func (j *journal) beginUndo(root *os.Root, head *journal, keep []string) error {
	j.leave(keep)
	stuck, err := j.stuck(root)
	if err != nil {
		return err
	}
	if len(stuck.Files) > 0 {
		texts := stuck.texts()
		return fault.New(fault.Conflict, "The renamed files have changed since: "+strings.Join(texts, "; ")).With("changed", texts).Because(stuck)
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

// ChangedError lists the files that an undo cannot give their old names.
type ChangedError struct{ Files []Changed }

// Changed is one of them.
type Changed struct {
	Video string // the old name of the video, or of that of the sidecar
	Text  string // what happened to the file
}

// Error implements error.
func (e *ChangedError) Error() string { return strings.Join(e.texts(), "; ") }

func (e *ChangedError) texts() []string {
	texts := make([]string, 0, len(e.Files))
	for _, file := range e.Files {
		texts = append(texts, file.Text)
	}
	return texts
}

// leave drops the entries of some videos, with their sidecars.
func (j *journal) leave(keep []string) {
	if len(keep) == 0 {
		return
	}
	stays, videos := make(map[string]bool, len(keep)), j.videos()
	for _, video := range keep {
		stays[video] = true
	}
	left := make(entries, 0, len(j.Entries))
	for n := range j.Entries {
		if !stays[videos[n]] {
			left = append(left, j.Entries[n])
		}
	}
	j.Entries = left
}

// videos returns the old name of the video to which each entry belongs.
func (j *journal) videos() []string {
	byStem := map[string]string{} // without the extension
	for n := range j.Entries {
		if e := &j.Entries[n]; !e.Sidecar {
			byStem[stem(e.From)] = e.From
		}
	}
	videos := make([]string, len(j.Entries))
	for n := range j.Entries {
		e := &j.Entries[n]
		videos[n] = e.From
		for end := len(e.From); e.Sidecar && end > 0; end-- {
			if video, is := byStem[e.From[:end]]; is && beside.MatchString(e.From[end:]) {
				videos[n] = video
				break
			}
		}
	}
	return videos
}

// stuck returns the files that cannot go back, and those whose old name is then not free.
func (j *journal) stuck(root *os.Root) (*ChangedError, error) {
	found, err := j.changed(root)
	if err != nil || len(found) == 0 {
		return &ChangedError{}, err
	}
	videos, byName, of := j.videos(), make(map[string]int, len(j.Entries)), map[string][]int{}
	for n := range j.Entries {
		byName[j.Entries[n].From] = n
		of[videos[n]] = append(of[videos[n]], n)
	}
	queue, left := []string{}, map[string]bool{}
	stay := func(video string) {
		if !left[video] {
			left[video] = true
			queue = append(queue, video)
		}
	}
	for _, file := range found {
		stay(file.Video)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, n := range of[queue[0]] {
			name := j.Entries[n].To
			m, is := byName[name]
			if _, err := root.Lstat(name); err != nil || !is || left[videos[m]] {
				continue
			}
			found = append(found, Changed{videos[m], fmt.Sprintf("%q is the name of a file that stays", name)})
			stay(videos[m])
		}
	}
	return &ChangedError{found}, nil
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
func (j *journal) changed(root *os.Root) ([]Changed, error) {
	var changed []Changed
	videos, moves := j.videos(), j.reversed()
	for n := range j.Entries {
		text, err := whatHappened(root, &j.Entries[n])
		if err != nil {
			return nil, err
		}
		if text != "" {
			changed = append(changed, Changed{videos[n], text})
		}
	}
	targets := NewTargets(root, moves)
	for n, move := range moves {
		taken, err := targets.Taken(move)
		if err != nil {
			return nil, err
		}
		if taken {
			changed = append(changed, Changed{videos[n], fmt.Sprintf("%q is there again", move.To)})
		}
	}
	return changed, nil
}

// whatHappened says what happened to a file since it was renamed, "" if nothing did.
func whatHappened(root *os.Root, e *entry) (string, error) {
	info, err := root.Lstat(e.To)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errNotFolder):
		return fmt.Sprintf("%q is gone", e.To), nil
	case err != nil:
		return "", fileError(err, e.To)
	case !info.Mode().IsRegular() || e.Target.Inode != inode(info):
		return fmt.Sprintf("%q was replaced", e.To), nil
	case *e.Target != identityOf(info):
		return fmt.Sprintf("%q was changed", e.To), nil
	}
	return "", nil
}
