// Package release parses the name of a video file: the show's title, season, episodes, a date, and the
// details that rank copies of one episode. It does not access files.
//
// Names identify an episode in one of three ways:
//   - by marked numbers: S01E02, 1x03, Season 1 Episode 2, 第二季 第05集;
//   - by a date: 2024.03.15;
//   - by a bare number, as in anime: "[Group] Title - 05 [1080p]".
//
// Parse tries them in that order on a normalised copy of the name. In that copy it blots out dates,
// resolutions, codecs and the show's own title, so that their numbers are not read as episodes.
//
// Names are hostile input. Parse reads at most maxBytes of a name, rejects numbers above maxNumber, and
// limits lists of episodes to maxSpan. So neither time nor memory grows with a number in a name.
package release

import (
	"path"
	"strings"
)

// Bounds of what is read: longer names are cut, larger numbers are ignored.
const (
	maxBytes  = 1024
	maxNumber = 99_999
	maxSpan   = 50 // episodes in one file
)

// Release is the content of a file name. A zero field means that the name does not give it.
type Release struct {
	Title string // in Unicode NFKC
	Year  int
	// Season is nil if the name gives none; 0 means the specials.
	Season *int
	// SeasonFromFolder reports that only a folder's name gives the season. Then Episodes may be numbers that
	// count through the whole show; telling them apart needs the show's episodes.
	SeasonFromFolder bool
	Episodes         []int // of Season, in the name's order, without duplicates
	Absolute         []int // without a season: numbers that count through the whole show
	Date             Date  // the day of the broadcast
	EpisodeTitle     string
	Group            string // the release group
	Resolution       int    // lines, such as 1080
	Version          int    // 2 for "05v2", PROPER, REPACK and RERIP
	// Doubt is why season and episodes are only a guess. It is "" if they are certain.
	Doubt Doubt
	// Batch reports that the file is a whole season, several, or more than maxSpan episodes. Then Episodes and
	// Absolute are empty.
	Batch bool
}

// Doubt is why the numbers that a name gives are uncertain.
type Doubt string

// The doubts about a name.
const (
	FolderNumber Doubt = "the number of its folder may not be the season"
	FolderPart   Doubt = "its folder is a disc or a part, which may count from 1 again"
	MoreNumbers  Doubt = "its name has a further number, which may be an episode too"
	SpecialName  Doubt = "its name says that it is a special, but not which"
)

// Date is a calendar day; the zero value means no date.
type Date struct{ Year, Month, Day int }

// IsZero reports whether there is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Explicit reports whether the name itself gives season and episodes, without guessing.
func (r Release) Explicit() bool {
	return r.Season != nil && !r.SeasonFromFolder && len(r.Episodes) > 0
}

// Parse reads a file's name, with or without its extension. The enclosing folders, outermost first, are
// optional. A folder such as "Season 2", "S02", "Specials" or 第二季 gives the season if the name has none. A
// folder with the show's title tells which part of the name is the title. Parse reads only the first 1,024
// bytes of each. It never fails; fields that the name does not give are empty.
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

// reading is the state of one call of Parse.
type reading struct {
	Release
	text   string // the normalised name
	rest   string // as long as text, with everything that holds no episode number blotted out
	titles []string
	folder *int // the season that a folder gives
	// first and last are the offsets of the numbering in text; first is -1 if there is none.
	first, last int
	// dateAt and dateEnd are the offsets of the date in text.
	dateAt, dateEnd int
	known           int // offset in text where the show's title, known from a folder, ends; 0 if not found
}

// rules are tried in order, the surest first, until one matches the name.
var rules = []func(*reading) bool{
	(*reading).seasonEpisode, (*reading).inWords, (*reading).crossed, (*reading).dotted, (*reading).compact,
	(*reading).glued, (*reading).special, (*reading).apart, (*reading).dated, (*reading).bare, (*reading).shortDate,
}

// extensions are those of the files in a media folder. A fixed list is needed, because names without an
// extension may contain dots.
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

// cut returns the last part of a path that was passed by mistake, and at most maxBytes of it.
func cut(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	if len(name) > maxBytes {
		// The extension is cut off too; normalise drops a rune that was cut in two.
		name = name[:maxBytes]
	}
	return name
}
