// Package recognise tells which episode of a show each file of a media folder is, from the names alone.
//
// It reads every name with package release and holds what it finds against what is known of the show.
// It would rather leave a file unrecognised than claim a wrong episode: what it proposes, a person
// confirms, and a wrong line among fifty right ones is overlooked.
package recognise

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"plotline/media/release"
)

// File is a video file of the folder. What is not a video should not be handed over: a subtitle would
// claim the episode of its video.
type File struct {
	Path string // inside the media folder, with slashes
}

// Show is what is known of the show; everything in it may be empty.
type Show struct {
	// Names are the show's titles and the name of its media folder. A name that begins with one is read
	// better: the number behind "24" in "24 - 05" is then the episode.
	Names   []string
	Seasons []Season
}

// Season is a season of the show, 0 its specials. With no episodes, any number is believed.
type Season struct {
	Number   int
	Episodes []Episode
}

// Episode is an episode as the metadata has it.
type Episode struct {
	Number  int
	AirDate string // 2024-03-15, or empty
}

// Match says that a file is an episode. A double episode is two matches with one path.
type Match struct {
	Path    string
	Season  int
	Episode int
}

// Unrecognised is a file that is no episode, or of which none is sure.
type Unrecognised struct {
	Path   string
	Reason Reason
}

// Reason tells why a file was left out.
type Reason string

// The reasons.
const (
	NoNumber  Reason = "no episode in its name"
	Extra     Reason = "a sample, a trailer or an extra"
	NotInShow Reason = "an episode that the show does not have"
	Duplicate Reason = "another file is the same episode"
)

// Files recognises files, each path once. Both lists are in the order of the paths, a double episode's
// matches in that of its episodes; the same input in any order gives the same answer.
//
// How numbers become episodes:
//   - Season and episode in the name hold when the show has them. A show of which no season is known
//     has everything; so has a season of which no episode is known; and the specials of a show whose
//     season 0 is not known, which metadata often leaves out.
//   - A date is the episode with that air date; without one in the show the file is unrecognised.
//   - Numbers without a season count through the seasons in order, without the specials: in a show
//     of 25 and 12 episodes, 26 is the first of season 2. A number past the last one is read as season
//     and episode where both exist: 503, 1012. Of an unknown show they are episodes of season 1.
//   - When the season is a folder's alone, a number that this season does not have is tried in both
//     ways, and holds when it comes out in the same season.
//   - Of a file with several episodes, all must hold.
//
// Of several files that claim one episode, one keeps it: the one with more of its season and episode in
// the name itself, then the higher version (PROPER and REPACK are 2, "05v3" is 3), then the larger
// resolution, then the first by path. The others are unrecognised, whole.
//
// The error is the context's: it is looked at before each name, which is bounded work, so that a caller
// who leaves is left at once.
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

// paths gives each path once, in order.
func paths(files []File) []string {
	all := make([]string, 0, len(files))
	for _, f := range files {
		all = append(all, f.Path)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// claim is a file that says which episodes it is.
type claim struct {
	path     string
	season   int
	episodes []int
	release  release.Release
}

// claim reads one path.
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

// decide gives every episode to one file. The better file is asked first, so that a file which loses
// one of its episodes loses them all, and keeps none from a file that could have had it.
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
