// Package recognise matches the files of a media folder to the episodes of a show, by their names alone.
//
// It parses every name with package release and compares the result with what is known of the show. It
// leaves a file unrecognised rather than guess. A person confirms its proposals, and one wrong line among
// fifty right ones is easily missed.
package recognise

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"plotline/media/release"
)

// File is a video file of the folder. Callers should pass only videos, because a subtitle would claim the
// episode of its video.
type File struct {
	Path string // relative to the media folder, with slashes
}

// Show is what is known of the show; every field may be empty.
type Show struct {
	// Names are the show's titles and the name of its media folder. They tell titles from numbers: in "24
	// - 05" of the show "24", the episode is 5.
	Names   []string
	Seasons []Season
}

// Season is a season of the show; 0 is the specials. If Episodes is empty, any number is accepted.
type Season struct {
	Number   int
	Episodes []Episode
}

// Episode is an episode from the metadata.
type Episode struct {
	Number  int
	AirDate string // 2024-03-15, or empty
	Title   string // may be empty; only guesses use it
}

// Match assigns an episode to a file. A double episode has two matches with the same path.
type Match struct {
	Path    string
	Season  int
	Episode int
}

// Unrecognised is a file without an episode, or without a certain one.
type Unrecognised struct {
	Path   string
	Reason Reason
}

// Reason is why a file was left out.
type Reason string

// The reasons for leaving out a file.
const (
	NoNumber  Reason = "no episode in its name"
	Extra     Reason = "a sample, a trailer or an extra"
	NotInShow Reason = "an episode that the show does not have"
	Duplicate Reason = "another file is the same episode"
)

// Files recognises files, each path once. Both lists are sorted by path; the matches of a double episode
// follow the order of its episodes. The order of the input does not matter.
//
// How numbers become episodes:
//   - Season and episode in the name count if the show has them. A show without known seasons has every
//     episode, and so does a season without known episodes. The same holds for the specials if season 0
//     is unknown, because metadata often omits it.
//   - A date stands for the episode with that air date. If the show has none, the file is unrecognised.
//   - Numbers without a season count through the seasons in order, without the specials. In a show of 25
//     and 12 episodes, 26 is the first of season 2. A number past the last one is read as season and
//     episode if both exist: 503, 1012. For an unknown show they are episodes of season 1.
//   - If only a folder gives the season, a number that the season lacks is tried in both ways. It counts
//     if the result is in the same season.
//   - If a file has several episodes, all must be valid.
//
// If several files claim the same episode, one gets it. Files rank by how much of season and episode the
// name itself gives, then by version (PROPER and REPACK are 2, "05v3" is 3), then by resolution, then by
// path. The other files are unrecognised, with all their episodes.
//
// Files checks ctx before each name, which is bounded work, and returns its error.
func Files(ctx context.Context, files []File, show Show) ([]Match, []Unrecognised, error) {
	known := index(show)
	var claims []claim
	var left []Unrecognised
	for _, p := range paths(files) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		c, reason := known.claim(p)
		if reason != "" {
			left = append(left, Unrecognised{Path: p, Reason: reason})
			continue
		}
		claims = append(claims, c)
	}
	matches, duplicates := decide(claims)
	left = append(left, duplicates...)
	slices.SortFunc(left, func(a, b Unrecognised) int { return cmp.Compare(a.Path, b.Path) })
	return matches, left, nil
}

// paths returns each path once, sorted.
func paths(files []File) []string {
	all := make([]string, 0, len(files))
	for _, f := range files {
		all = append(all, f.Path)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// claim is a file with the episodes that its name gives.
type claim struct {
	path     string
	season   int
	episodes []int
	release  release.Release
}

// claim parses one path.
func (k *knowledge) claim(path string) (claim, Reason) {
	folders := strings.Split(path, "/")
	name := folders[len(folders)-1]
	folders = folders[:len(folders)-1]
	read := release.Parse(name, slices.Concat(k.names, folders)...)
	if k.extra(name, folders, read) {
		return claim{}, Extra
	}
	season, episodes, reason := k.place(read)
	return claim{path: path, season: season, episodes: episodes, release: read}, reason
}

// decide gives every episode to one file, the better files first. A file that loses one of its episodes
// loses them all, so that it does not block another file.
func decide(claims []claim) ([]Match, []Unrecognised) {
	ranked := slices.Clone(claims)
	slices.SortFunc(ranked, byWorth)
	taken := map[[2]int]bool{}
	matches := []Match{}
	var left []Unrecognised
	for _, c := range ranked {
		if slices.ContainsFunc(c.episodes, func(e int) bool { return taken[[2]int{c.season, e}] }) {
			left = append(left, Unrecognised{Path: c.path, Reason: Duplicate})
			continue
		}
		for _, e := range c.episodes {
			taken[[2]int{c.season, e}] = true
			matches = append(matches, Match{Path: c.path, Season: c.season, Episode: e})
		}
	}
	slices.SortStableFunc(matches, func(a, b Match) int { return cmp.Compare(a.Path, b.Path) })
	return matches, left
}

func byWorth(a, b claim) int {
	return cmp.Or(
		-cmp.Compare(certainty(a.release), certainty(b.release)),
		-cmp.Compare(a.release.Version, b.release.Version),
		-cmp.Compare(a.release.Resolution, b.release.Resolution),
		cmp.Compare(a.path, b.path),
	)
}

func certainty(r release.Release) int {
	switch {
	case r.Explicit():
		return 2
	case r.Season != nil || !r.Date.IsZero():
		return 1
	}
	return 0
}
