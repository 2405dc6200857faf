package renames

import (
	"errors"
	"io/fs"
	"os"
	"path"
)

// Targets decides which targets of a list of moves are taken. A plan reports its problems by this rule, and Apply and
// Undo refuse by it, so that a plan without problems is not refused. It reads each folder at most once, so use it for
// one check only.
type Targets struct {
	root    *os.Root
	moves   []Move
	sources map[string]bool
	folders map[string]map[string]bool // the names in each folder
}

// NewTargets returns the rule for the moves of one operation.
func NewTargets(root *os.Root, moves []Move) *Targets {
	t := &Targets{root: root, moves: moves, sources: make(map[string]bool, len(moves)), folders: map[string]map[string]bool{}}
	for _, move := range moves {
		t.sources[move.From] = true
	}
	return t
}

// Taken reports whether the target of a move exists and is not a source of any move. On a file system that ignores
// case, the target may be a source under another spelling, which does not count as taken. A hard link to a source has a
// name of its own, so it does.
func (t *Targets) Taken(move Move) (bool, error) {
	if t.sources[move.To] {
		return false, nil
	}
	info, err := t.root.Lstat(move.To)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fileError(err, move.To)
	}
	listed, err := t.lists(move.To)
	if listed || !t.isSource(info, move) && !t.isSource(info, t.moves...) {
		return true, nil
	}
	return false, err
}

// lists reports whether a folder has an entry with exactly this spelling.
func (t *Targets) lists(name string) (bool, error) {
	dir := path.Dir(name)
	if _, known := t.folders[dir]; !known {
		listing, err := list(t.root, dir)
		if err != nil {
			return false, err
		}
		names := make(map[string]bool, len(listing))
		for _, file := range listing {
			names[file.Name()] = true
		}
		t.folders[dir] = names
	}
	return t.folders[dir][path.Base(name)], nil
}

// isSource reports whether a file is a source of one of the moves.
func (t *Targets) isSource(info fs.FileInfo, moves ...Move) bool {
	for _, move := range moves {
		if source, err := t.root.Lstat(move.From); err == nil && os.SameFile(source, info) {
			return true
		}
	}
	return false
}

// takenTargets returns those of the moves whose target is taken.
func takenTargets(t *Targets, moves []Move) (taken []Move, err error) {
	for _, move := range moves {
		is, err := t.Taken(move)
		if err != nil {
			return nil, err
		}
		if is {
			taken = append(taken, move)
		}
	}
	return taken, nil
}
