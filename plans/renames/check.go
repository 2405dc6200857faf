package renames

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"plotline/graph/fault"
)

// begin checks the moves against the disk and fills the journal's head with them. It changes nothing.
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
	// Folders first: what is below a file has no better reason to be refused.
	made, err := missingFolders(root, moves)
	if err != nil {
		return err
	}
	taken, err := takenTargets(root, moves, moves)
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

// longestPath is how many bytes the path of a file may have: no system that we run on opens a longer one
// in one step, and walking up a path takes time by its length squared.
const longestPath = 4096

// validName says whether a name is a slash path within the folder, and not the folder itself.
func validName(name string) bool {
	if len(name) > longestPath {
		return false
	}
	_, err := filepath.Localize(name)
	return err == nil && name != "."
}

// checkNames judges the moves by themselves.
func checkNames(moves []Move) error {
	if len(moves) == 0 {
		return fault.Invalid("there are no files to rename")
	}
	sources, targets := map[string]bool{}, map[string]bool{}
	for _, move := range moves {
		switch {
		case !validName(move.From):
			return fault.Invalid("Source path %q is abnormal", move.From)
		case !validName(move.To):
			return fault.Invalid("Destination path %q is abnormal", move.To)
		case move.From == move.To:
			return fault.Invalid("File %q is to be renamed to its own name", move.From)
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

// sourceOf gives what a source is, which must be a file and no link to one.
func sourceOf(root *os.Root, name string) (fs.FileInfo, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, refused(err, name)
	}
	if !info.Mode().IsRegular() {
		return nil, fault.Newf(fault.Conflict, "Source %q is not a regular file", name)
	}
	return info, nil
}

// missingFolders gives the folders that targets need and that are not there, parents first.
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

// isFolder says whether a folder is there. Anything else of that name is an error: also a file that
// moves away itself, since its place is free too late.
func isFolder(root *os.Root, dir, target string) (bool, error) {
	info, err := root.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := root.Lstat(dir); err == nil {
			return false, fault.Newf(fault.Conflict, "Target file %q needs a folder %q, and there is a broken link of that name", target, dir)
		}
		return false, nil
	}
	if err != nil {
		return false, refused(err, dir)
	}
	if !info.IsDir() {
		return false, fault.Newf(fault.Conflict, "Target file %q needs a folder %q, and there is a file of that name; rename that file in a plan of its own first", target, dir)
	}
	return true, nil
}

// takenTargets gives those of the moves whose target is there and is no source of any in all. On a file
// system that does not tell a.mkv from A.mkv, the target may be a source under another spelling.
func takenTargets(root *os.Root, moves, all []Move) ([]Move, error) {
	sources := make(map[string]bool, len(all))
	for _, move := range all {
		sources[move.From] = true
	}
	var taken []Move
	for _, move := range moves {
		if sources[move.To] {
			continue
		}
		info, err := root.Lstat(move.To)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, refused(err, move.To)
		case !isSource(root, info, []Move{move}) && !isSource(root, info, all):
			taken = append(taken, move)
		default:
			// The same file: by another spelling of its name, or by a name of its own, a hard link.
			linked, err := isListed(root, move.To)
			if err != nil {
				return nil, err
			}
			if linked {
				taken = append(taken, move)
			}
		}
	}
	return taken, nil
}

// isListed says whether a folder has a name spelled exactly so.
func isListed(root *os.Root, name string) (bool, error) {
	listing, err := list(root, path.Dir(name))
	return slices.ContainsFunc(listing, func(file fs.DirEntry) bool { return file.Name() == path.Base(name) }), err
}

// isSource says whether a file is one of those that move away.
func isSource(root *os.Root, info fs.FileInfo, moves []Move) bool {
	for _, move := range moves {
		if source, err := root.Lstat(move.From); err == nil && os.SameFile(source, info) {
			return true
		}
	}
	return false
}
