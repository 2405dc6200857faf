package renames

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"plotline/internal/fault"
)

// begin checks the moves against the disk and fills in the journal's head. It changes nothing on disk.
func begin(head *journal, root *os.Root, moves []Move) error {
	if !utf8.ValidString(head.Folder) || !filepath.IsAbs(head.Folder) {
		return fault.Invalid("the media folder must be an absolute path in UTF-8: %q", head.Folder)
	}
	if err := checkNames(moves); err != nil {
		return err
	}
	entries := make([]entry, len(moves))
	for n, move := range moves {
		source, err := sourceOf(root, move.From)
		if err != nil {
			return err
		}
		entries[n] = entry{Move: move, Source: identityOf(source)}
	}
	// Check folders first: their error explains best why a target below a file fails.
	made, err := missingFolders(root, moves)
	if err != nil {
		return err
	}
	taken, err := takenTargets(NewTargets(root, moves), moves)
	if err != nil {
		return err
	}
	if len(taken) > 0 {
		return targetExists(taken[0].To)
	}
	head.Version, head.Token, head.State = formatVersion, newToken(), staging
	head.Entries, head.Made = entries, made
	return nil
}

// longestPath is the maximum length of a path in bytes. No supported system opens a longer one in one
// step, and walking up a path takes quadratic time.
const longestPath = 4096

// validName reports whether a name is a slash path inside the folder, and not the folder itself.
func validName(name string) bool {
	if len(name) > longestPath {
		return false
	}
	_, err := filepath.Localize(name)
	return err == nil && name != "."
}

// checkNames checks the moves without looking at the disk.
func checkNames(moves []Move) error {
	if len(moves) == 0 {
		return fault.Invalid("there are no files to rename")
	}
	if len(moves) > maxMoves {
		return fault.Newf(fault.TooLarge, "A rename has at most %d files, with those that go along; this one has %d; apply it in parts", maxMoves, len(moves))
	}
	sources, targets := map[string]bool{}, map[string]bool{}
	for _, move := range moves {
		switch {
		case !validName(move.From):
			return fault.Invalid("Source path %q is abnormal", move.From)
		case !validName(move.To):
			return fault.Invalid("Destination path %q is abnormal", move.To)
		case move.From == move.To:
			return fault.Invalid("File %q would be renamed to its own name", move.From)
		case sources[move.From]:
			return fault.Newf(fault.AlreadyExists, "Source file %q appears multiple times in the batch", move.From)
		case targets[move.To]:
			return fault.Newf(fault.AlreadyExists, "Target file %q appears multiple times in the batch", move.To)
		}
		sources[move.From], targets[move.To] = true, true
	}
	for _, move := range moves {
		for dir := path.Dir(move.To); dir != "."; dir = path.Dir(dir) {
			if targets[dir] {
				return fault.Newf(fault.Conflict, "Target file %q needs a folder %q, which is the target of another file", move.To, dir)
			}
		}
	}
	return nil
}

// sourceOf returns the file info of a source, which must be a regular file and not a link.
func sourceOf(root *os.Root, name string) (fs.FileInfo, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, fileError(err, name)
	}
	if !info.Mode().IsRegular() {
		return nil, fault.Newf(fault.Conflict, "Source %q is not a regular file", name)
	}
	return info, nil
}

// missingFolders returns the missing folders that targets need, parents first.
func missingFolders(root *os.Root, moves []Move) ([]string, error) {
	var missing []string
	known := map[string]bool{".": true}
	for _, move := range moves {
		var above []string
		for dir := path.Dir(move.To); !known[dir]; dir = path.Dir(dir) {
			above = append(above, dir)
			known[dir] = true
		}
		for _, dir := range slices.Backward(above) {
			there, err := isFolder(root, dir, move.To)
			if err != nil {
				return nil, err
			}
			if !there {
				missing = append(missing, dir)
			}
		}
	}
	return missing, nil
}

// isFolder reports whether a folder exists. Anything else of that name is an error. That includes a file
// that the operation moves, because folders are created before it moves.
func isFolder(root *os.Root, dir, target string) (bool, error) {
	info, err := root.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := root.Lstat(dir); err == nil {
			return false, fault.Newf(fault.Conflict, "Target file %q needs a folder %q, but there is a broken link with that name", target, dir)
		}
		return false, nil
	}
	if err != nil {
		return false, fileError(err, dir)
	}
	if !info.IsDir() {
		return false, fault.Newf(fault.Conflict, "Target file %q needs a folder %q, but there is a file with that name; rename that file first, in a separate plan", target, dir)
	}
	return true, nil
}
