package renames

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"plotline/graph/durable"
	"plotline/graph/fault"
)

// beside is what may follow a video's stem in the name of a sidecar: a language and an extension, or
// one of Kodi's kinds of picture and an extension.
var beside = regexp.MustCompile(`^(\.|(?i:-(thumb|poster|fanart))\.[^.]+$)`)

// Sidecars gives the moves of the files that go along with the videos that move: regular files in the
// same folder whose name is the video's stem followed by "." and anything, or by -thumb, -poster or
// -fanart and an extension. Of several videos in the folder, moving or not, the longest stem owns a
// file; where videos share that stem and do not all go to the same new one, it stays. Videos, links,
// the moves' own sources and what is in leave (slash paths) are no sidecars. The new name is the new
// stem and the same rest, in the new folder.
//
// An error is a *fault.Error: conflict where a sidecar's target is there already, or is another's.
func Sidecars(root *os.Root, moves []Move, isVideo func(name string) bool, leave ...string) ([]Move, error) {
	if err := checkNames(moves); err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, name := range leave {
		left[name] = true
	}
	folders := map[string]map[string]string{} // the videos that move, by folder and old name
	for _, move := range moves {
		dir, name := path.Split(move.From)
		dir = path.Clean(dir)
		if folders[dir] == nil {
			folders[dir] = map[string]string{}
		}
		folders[dir][name] = stem(move.To)
		left[move.From] = true
	}
	var all []Move
	for dir, moving := range folders {
		found, err := sidecarsIn(root, dir, moving, isVideo, left)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b Move) int { return strings.Compare(a.From, b.From) })
	return all, collisions(root, moves, all)
}

// stem is a name without its extension. A folder before it stays.
func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// sidecarsIn looks through one folder.
func sidecarsIn(root *os.Root, dir string, moving map[string]string, isVideo func(string) bool, left map[string]bool) ([]Move, error) {
	listing, err := list(root, dir)
	if err != nil {
		return nil, err
	}
	targets := stemsOf(listing, moving, isVideo)
	var found []Move
	for _, file := range listing {
		name := file.Name()
		from := path.Join(dir, name)
		if !file.Type().IsRegular() || left[from] || isVideo(name) || !utf8.ValidString(name) {
			continue
		}
		owner, owned := "", false
		for old := range targets {
			if rest, is := strings.CutPrefix(name, old); is && beside.MatchString(rest) && len(old) >= len(owner) {
				owner, owned = old, true
			}
		}
		if to := targets[owner]; owned && to != "" && to+name[len(owner):] != from {
			found = append(found, Move{From: from, To: to + name[len(owner):], Sidecar: true})
		}
	}
	return found, nil
}

// stemsOf gives the stems of all videos in a folder, each with its new one, folder and all, and "" for
// those that stay, or do not go the same way.
func stemsOf(listing []fs.DirEntry, moving map[string]string, isVideo func(string) bool) map[string]string {
	stems := map[string]string{}
	for name, to := range moving {
		if other, is := stems[stem(name)]; is && other != to {
			to = ""
		}
		stems[stem(name)] = to
	}
	for _, file := range listing {
		if name := file.Name(); !file.IsDir() && isVideo(name) {
			if _, moves := moving[name]; !moves {
				stems[stem(name)] = ""
			}
		}
	}
	delete(stems, "") // of ".mkv": every hidden file would be its sidecar
	return stems
}

// list gives what is in a folder; nothing where there is no such folder.
func list(root *os.Root, dir string) ([]fs.DirEntry, error) {
	folder, err := durable.FolderIn(root, dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotFolder) {
		return nil, nil
	}
	if err != nil {
		return nil, refused(err, dir)
	}
	defer func() { _ = folder.Close() }()
	listing, err := folder.ReadDir(-1)
	if errors.Is(err, errNotFolder) {
		return nil, nil
	}
	if err != nil {
		return nil, refused(err, dir)
	}
	return listing, nil
}

// collisions refuses sidecars that would meet another file.
func collisions(root *os.Root, moves, sidecars []Move) error {
	all := slices.Concat(moves, sidecars)
	seen := make(map[string]bool, len(all))
	for _, move := range all {
		if seen[move.To] {
			return unchanged(fault.Newf(fault.Conflict, "Target file %q appears multiple times in the batch, by a file that goes along with a video", move.To))
		}
		seen[move.To] = true
	}
	taken, err := takenTargets(root, sidecars, all)
	if err != nil {
		return unchanged(err)
	}
	if len(taken) > 0 {
		return unchanged(targetExists(taken[0].To))
	}
	return nil
}
