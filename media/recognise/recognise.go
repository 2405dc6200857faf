// Package recognise matches the files of a media folder to the episodes of a show, by their names and their NFO files.
//
// It parses every name with package release and compares the result with what is known of the show. Where a name leaves
// a doubt, it gives a guess and says why, rather than mix the guess with what is certain. A person confirms its
// proposals, and one wrong line among fifty right ones is easily missed.
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
	// Episodes are those that the NFO file beside the video names, of Season. Without one they are empty.
	Season   int
	Episodes []int
	// Confirmed are the seasons and episodes that a person confirmed for the file.
	Confirmed [][2]int
}

// Show is what is known of the show; every field may be empty.
type Show struct {
	// Names are the show's titles and the name of its media folder. They tell titles from numbers: in "24
	// - 05" of the show "24", the episode is 5.
	Names   []string
	Seasons []Season
	// Absolute and Specials are what a person decided about the folder of the show.
	Absolute bool // numbers without a season count through the show, also in folders that have a number
	Specials bool // an OVA and the like is the episode of season 0 with the number in its name
}

// Season is a season of the show; 0 is the specials. If Episodes is empty, any number is accepted.
type Season struct {
	Number   int
	Episodes []Episode
	// Partial reports that only NFO files beside videos name the episodes, so there may be more.
	Partial bool
}

// Episode is an episode from the metadata.
type Episode struct {
	Number  int
	AirDate string // 2024-03-15, or empty
	Title   string // may be empty; only guesses use it
}

// Result has each file once: in Matches, in Uncertain, or in Unrecognised. Each list is sorted by path.
type Result struct {
	Matches      []Match
	Uncertain    []Uncertain
	Unrecognised []Unrecognised
}

// Match assigns an episode to a file. A double episode has two matches with the same path, in the order of its
// episodes.
type Match struct {
	Path    string
	Season  int
	Episode int
}

// Uncertain is a file with a guess at its episodes. Another file may have them.
type Uncertain struct {
	Path     string
	Season   *int  // nil if nothing tells it
	Episodes []int // empty if nothing tells them
	Why      Reason
}

// Unrecognised is a file that has no episode, or whose episode another file has.
type Unrecognised struct {
	Path   string
	Reason Reason
	By     string // of Duplicate, the path of the file that has the episode, if it is known
}

// Reason is why a file was left out or is uncertain.
type Reason string

// The reasons for leaving out a file.
const (
	NoNumber  Reason = "no episode in its name"
	Extra     Reason = "a sample, a trailer or an extra"
	NotInShow Reason = "an episode that the show does not have"
	Duplicate Reason = "another file is the same episode"
	Batch     Reason = "a whole season or several episodes in one file"
)

// Reasons for uncertainty. The others are the doubts of package release, and the text of disagreement.
const (
	Counts   Reason = "its number may count through several seasons, whose episodes are not all known"
	Hundreds Reason = "its number may be season and episode in one"
	// MaybeExtra is about a name with season and episode, and a title such as "Deleted Scenes".
	MaybeExtra Reason = "its title is that of an extra"
	// Several is about files of a folder that may hold several shows.
	Several Reason = "its folder has files with other titles, perhaps of other shows"
	// Nameless is about a file in a folder such as "Downloads".
	Nameless Reason = "neither its name nor its folder gives a show"
	// Sequel is about a number behind a title such as "Stranger Things 2".
	Sequel Reason = "the number at the end of its title may be the season"
	// GoesOn is about a season whose numbers go on where those of the season before end.
	GoesOn Reason = "its number goes on from the season before; this is the number within the season"
	// Dated is about a date, while no air date of the show is known.
	Dated Reason = "its name has only a date; this is its place among the dates of that year"
)

// Files recognises files, each path once. The order of the input does not matter.
//
// How numbers become episodes:
//   - Season and episode in the name count if the show has them. A show without known seasons has every
//     episode, and so does a season without known episodes. The same holds for the specials if season 0
//     is unknown, because metadata often omits it. The episodes of a partial season are a lower bound, and so are the
//     seasons of a show with one.
//   - A date stands for the episode with that air date. If the show has none, the file is unrecognised. Where no air date
//     is known, it is uncertain: the season is the year, and the episode its place among the dates of that year.
//   - Numbers without a season count through the seasons in order, without the specials. In a show of 25
//     and 12 episodes, 26 is the first of season 2. A number past the last one is read as season and
//     episode if both exist: 503, 1012. For an unknown show they are episodes of season 1, unless all numbers of
//     a folder look like 101, 102 and 201: then they are uncertain. A number that would count through a season whose
//     episodes are not all known is uncertain too.
//   - If only a folder gives the season, a number that the season lacks is tried in both ways. It counts
//     if the result is in the same season. 101 stays 101 where most such numbers have one beside them that
//     is 100 less, or where a number such as 001 is in the same folder.
//   - If a file has several episodes, all must be valid.
//   - The NFO file beside a video counts, unless the name gives season and episode and disagrees. Then the file is
//     uncertain.
//   - A name with a doubt of package release is uncertain, unless Show.Absolute or Show.Specials settles it.
//
// If several files claim the same episode, one gets it. Files rank by what a person confirmed, by their own NFO file, by how much of season and episode
// the name itself gives, then by version (PROPER and REPACK are 2, "05v3" is 3), then by resolution, then by
// path. The other files are unrecognised, with all their episodes. So is a copy such as "05 (1)" beside "05". Uncertain
// files take no episode from another file.
//
// Files checks ctx before each name, which is bounded work, and returns its error.
func Files(ctx context.Context, files []File, show Show) (Result, error) {
	known := index(show)
	names := make([]named, 0, len(files))
	for _, f := range distinct(files) {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		names = append(names, known.parse(f))
	}
	markJoined(names)
	markTotals(names)
	markStyles(names)
	claims := make([]claim, len(names))
	for i := range names {
		claims[i] = known.claim(&names[i])
	}
	if len(known.dates) == 0 {
		countDates(claims)
	}
	known.markSequels(claims)
	known.markGoingOn(claims)
	markCopies(claims)
	markParts(claims)
	markShows(claims, show.Names)
	return decide(claims), nil
}

// distinct returns the files sorted by path, each path once.
func distinct(files []File) []File {
	all := slices.Clone(files)
	slices.SortFunc(all, func(a, b File) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Season, b.Season), slices.Compare(a.Episodes, b.Episodes))
	})
	return slices.CompactFunc(all, func(a, b File) bool { return a.Path == b.Path })
}

// named is a file with what its name says.
type named struct {
	File

	release release.Release
	extra   bool
	style   style
}

// parse reads a path.
func (k *knowledge) parse(f File) named {
	folders := strings.Split(f.Path, "/")
	read := release.Parse(f.Path, k.Names...)
	if read.Explicit() && read.Doubt == "" && (onlyExtra().MatchString(read.EpisodeTitle) || k.extraInFront(read.Title)) {
		read.Doubt = release.Doubt(MaybeExtra)
	}
	if k.isLong(f, read) {
		join(&read)
	}
	return named{File: f, release: read, extra: k.extra(folders[len(folders)-1], folders[:len(folders)-1], read)}
}
