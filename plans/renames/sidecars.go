package renames

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"unicode/utf16"
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
	all, conflicts, err := Companions(root, moves, isVideo, leave...)
	if err == nil && len(conflicts) > 0 {
		err = withUnchanged(fault.New(fault.Conflict, conflicts[0].Text))
	}
	return all, err
}

// Conflict is a sidecar that cannot move.
type Conflict struct {
	Video string // the old name of the moved video that it follows
	Text  string
}

// Companions is Sidecars that returns all conflicts, so that a plan can report each with its video.
func Companions(root *os.Root, moves []Move, isVideo func(name string) bool, leave ...string) ([]Move, []Conflict, error) {
	if err := checkNames(moves); err != nil {
		return nil, nil, err
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
			return nil, nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b Move) int { return strings.Compare(a.From, b.From) })
	conflicts, err := collisions(root, moves, all)
	return all, conflicts, err
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
		owner := ownerOf(name, targets)
		if to := targets[owner]; owner != "" && to != "" && to+name[len(owner):] != from {
			found = append(found, Move{From: from, To: to + name[len(owner):], Sidecar: true})
		}
	}
	return found, nil
}

// ownerOf returns the longest stem of a video that a file is named after, or "".
func ownerOf(name string, stems map[string]string) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] != '.' && name[i] != '-' {
			continue
		}
		if _, is := stems[name[:i]]; is && beside.MatchString(name[i:]) {
			return name[:i]
		}
	}
	return ""
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

// collisions returns the sidecars whose target conflicts with another file, or has a name that is too long.
func collisions(root *os.Root, moves, sidecars []Move) ([]Conflict, error) {
	all := slices.Concat(moves, sidecars)
	targets := make(map[string]int, len(all))
	for _, move := range all {
		targets[move.To]++
	}
	videos := map[string]string{} // by old stem; those that share one have the same new stem
	for _, move := range moves {
		videos[stem(move.From)] = move.From
	}
	stems := make(map[string]string, len(videos))
	for old := range videos {
		stems[old] = ""
	}
	taken := NewTargets(root, all)
	var found []Conflict
	for _, move := range sidecars {
		is, err := taken.Taken(move)
		long := TooLong(move.To)
		text := ""
		switch {
		case targets[move.To] > 1:
			text = fmt.Sprintf("Target file %q appears multiple times in the batch, by a file that goes along with a video", move.To)
		case long != "":
			text = fmt.Sprintf("Target name %q of %q, which goes along with the video, is too long: names may have %d bytes", long, move.From, LongestName)
		case err != nil:
			return nil, withUnchanged(err)
		case is:
			text = fmt.Sprintf("Target file %q already exists in the filesystem; %q, which goes along with the video, cannot get this name", move.To, move.From)
		}
		if text != "" {
			found = append(found, Conflict{videos[ownerOf(move.From, stems)], text})
		}
	}
	return found, nil
}

// LongestName is the maximum length of a file or folder name on common file systems. It is in bytes, on Windows in UTF-16
// units.
const LongestName = 255

// TooLong returns the first name in a slash path that is too long for file systems, or "".
func TooLong(name string) string {
	for part := range strings.SplitSeq(name, "/") {
		length := len(part)
		if runtime.GOOS == "windows" {
			length = len(utf16.Encode([]rune(part)))
		}
		if length > LongestName {
			return part
		}
	}
	return ""
}
