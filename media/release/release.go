// Package release reads what the name of a video file says: the show's title, season, episodes, a
// date, and what tells a better copy from a worse one. It looks at no file.
//
// Names come in three manners: with numbers that say what they are (S01E02, 1x03, Season 1 Episode 2,
// 第二季 第05集), with a date (2024.03.15), or with a bare number (anime: "[Group] Title - 05 [1080p]").
// Parse tries them in that order, on a normalised copy of the name in which dates, resolutions, codecs
// and the show's own title are blotted out, so that none of their numbers is taken for an episode.
//
// Names are hostile input: a name is read as far as maxBytes, every number in it is bounded by maxNumber
// and every list of episodes by maxSpan, so that neither time nor memory grows with a number in a name.
package release

import (
	"path"
	"strings"
)

// Bounds of what is read: a longer name is cut, a larger number is none.
const (
	maxBytes  = 1024
	maxNumber = 99_999
	maxSpan   = 50 // episodes in one file
)

// Release is what a name says. A zero value in a field means that the name does not say.
type Release struct {
	Title string // in Unicode NFKC, whatever form the name has
	Year  int
	// Season is nil when the name gives none; 0 are the specials.
	Season *int
	// SeasonFromFolder tells that the season stands in a folder's name alone. Then Episodes may be
	// numbers that count through the whole show, which only somebody who knows the show can tell.
	SeasonFromFolder bool
	Episodes         []int // of Season, in the name's order, each once
	Absolute         []int // with no season: numbers that count through the whole show
	Date             Date  // the day it was broadcast
	EpisodeTitle     string
	Group            string // who made the release
	Resolution       int    // lines: 1080
	Version          int    // 2 for "05v2", and for PROPER, REPACK and RERIP
}

// Date is a calendar day; its zero value is none.
type Date struct{ Year, Month, Day int }

// IsZero tells whether there is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Explicit tells whether the name itself gives season and episodes. Nothing was guessed then.
func (r Release) Explicit() bool {
	return r.Season != nil && !r.SeasonFromFolder && len(r.Episodes) > 0
}

// Parse reads a file's name, with or without its extension. The folders around it, outermost first,
// are optional: one such as "Season 2", "S02", "Specials" or 第二季 gives the season when the name has
// none, and one that bears the show's title tells which part of the name is the title. Only the first
// 1,024 bytes of each are looked at. It fails on nothing: of a name that says nothing, most fields are
// empty.
func Parse(name string, folders ...string) Release {
	r := &reading{text: normalise(stem(path.Base(cut(name))))}
	r.readFolders(folders)
	r.blank()
	for _, rule := range rules {
		if rule(r) {
			break
		}
	}
	r.settle()
	r.describe()
	return r.Release
}

// reading is the state of one Parse.
type reading struct {
	Release
	text   string // the normalised name
	rest   string // as long as text, with what holds no episode number blotted out
	titles []string
	folder *int // the season that a folder gives
	// first and last are where the numbering stands in text; first is -1 when there is none.
	first, last int
	// dateAt and dateEnd are where the date stands in text.
	dateAt, dateEnd int
	known           int // where the show's title, known from a folder, ends in text; 0 is nowhere
}

// rules are tried in order, the surest first, until one takes the name.
var rules = []func(*reading) bool{
	(*reading).seasonEpisode, (*reading).inWords, (*reading).crossed, (*reading).dotted, (*reading).compact,
	(*reading).glued, (*reading).special, (*reading).apart, (*reading).dated, (*reading).bare, (*reading).shortDate,
}

// extensions are of the files that lie in a media folder. A name may have dots and no extension, so
// that not every last part is one.
var extensions = map[string]bool{
	".mkv": true, ".mp4": true, ".m4v": true, ".avi": true, ".mov": true, ".ts": true, ".m2ts": true,
	".mts": true, ".wmv": true, ".webm": true, ".flv": true, ".mpg": true, ".mpeg": true, ".ogm": true,
	".ogv": true, ".vob": true, ".iso": true, ".rm": true, ".rmvb": true, ".strm": true, ".3gp": true,
	".divx": true, ".asf": true, ".srt": true, ".ass": true, ".ssa": true, ".sub": true, ".idx": true,
	".vtt": true, ".nfo": true, ".jpg": true, ".png": true, ".mka": true, ".m4a": true, ".ac3": true,
}

func stem(name string) string {
	if ext := path.Ext(name); extensions[strings.ToLower(ext)] {
		return strings.TrimSuffix(name, ext)
	}
	return name
}

// cut keeps the last part of a path that was handed over by mistake and at most maxBytes of a name.
func cut(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	if len(name) > maxBytes {
		// The extension goes with the rest; a rune that was cut in two is dropped in normalise.
		name = name[:maxBytes]
	}
	return name
}
