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

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// beside matches what may follow a video's stem in the name of a sidecar: a dot and any text, or a
// picture type of Kodi and an extension.
var beside = regexp.MustCompile(`^(\.|(?i:-(thumb|poster|fanart))\.[^.]+$)`)

// Sidecars returns the moves of the files that follow the moved videos. These are regular files in the
// video's folder. Their name is the video's stem followed by "." and any text, or by -thumb, -poster or
// -fanart and an extension. If several videos in the folder match, moving or not, the longest stem owns
// the file. If videos share that stem but not the new one, the file stays. Videos, links, the sources of
// the moves, and the files in leave (slash paths) are not sidecars. The new name is the new stem with the
// same rest, in the new folder.
//
// The error is a *fault.Error: conflict if a sidecar's target exists, or is also the target of another
// file.
func Sidecars(root *os.Root, moves []Move, isVideo func(name string) bool, leave ...string) ([]Move, error) {
	if err := checkNames(moves); err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, name := range leave {
		left[name] = true
	}
	folders := map[string]map[string]string{} // the moved videos, by folder and old name
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

// stem returns a path without its extension.
func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// sidecarsIn returns the moves of the sidecars in one folder.
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

// stemsOf returns the stems of all videos in a folder. Each maps to the new stem with its folder. It maps
// to "" if the video stays, or if videos with this stem have different new ones.
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
	delete(stems, "") // from ".mkv": every hidden file would be its sidecar
	return stems
}

// list returns the entries of a folder, or none if it does not exist.
func list(root *os.Root, dir string) ([]fs.DirEntry, error) {
	folder, err := durable.FolderIn(root, dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotFolder) {
		return nil, nil
	}
	if err != nil {
		return nil, fileError(err, dir)
	}
	defer func() { _ = folder.Close() }()
	listing, err := folder.ReadDir(-1)
	if errors.Is(err, errNotFolder) {
		return nil, nil
	}
	if err != nil {
		return nil, fileError(err, dir)
	}
	return listing, nil
}

// collisions returns an error if a sidecar's target conflicts with another file.
func collisions(root *os.Root, moves, sidecars []Move) error {
	all := slices.Concat(moves, sidecars)
	seen := make(map[string]bool, len(all))
	for _, move := range all {
		if seen[move.To] {
			return withUnchanged(fault.Newf(fault.Conflict, "Target file %q appears multiple times in the batch, by a file that goes along with a video", move.To))
		}
		seen[move.To] = true
	}
	taken, err := takenTargets(NewTargets(root, all), sidecars)
	if err != nil {
		return withUnchanged(err)
	}
	if len(taken) > 0 {
		return withUnchanged(targetExists(taken[0].To))
	}
	return nil
}
