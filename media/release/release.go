// Package release parses the name of a video file: the show's title, season, episodes, a date, and the
// details that rank copies of one episode. It does not access files.
//
// Names identify an episode in one of three ways:
//   - by marked numbers: S01E02, 1x03, Season 1 Episode 2, 第二季 第05集;
//   - by a date: 2024.03.15;
//   - by a bare number, as in anime: "[Group] Title - 05 [1080p]".
//
// Parse reads them in one direction. It normalises the name and blots out dates, resolutions, codecs and the show's
// own title, so that their numbers are not read as episodes. It splits the rest into words and numbers, and gives each
// number the label of the word beside it. Then it takes the surest numbering of the name, and the season of a folder
// if the name has none. Where the numbers are only likely, Release.Doubt says why.
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
	maxSeason = 9999
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
	// Marked reports that a word says that the numbers are episodes, as in "Episode 503".
	Marked       bool
	Absolute     []int // without a season: numbers that count through the whole show
	Date         Date  // the day of the broadcast
	EpisodeTitle string
	Group        string // the release group
	Resolution   int    // lines, such as 1080
	Version      int    // 2 for "05v2", PROPER, REPACK and RERIP; -1 for a copy such as "12 (1)", and with audio description
	// Doubt is why season and episodes are only a guess. It is "" if they are certain.
	Doubt Doubt
	// Joined is the one number that Episodes may be instead, written as in S01E1011; 0 if there is none.
	Joined int
	// Batch reports that the file is a whole season, several, or more than maxSpan episodes. A range without a word
	// counts as one if it begins with 1 and has at least longestRange episodes. Then Episodes and Absolute are empty.
	Batch bool
}

// Doubt is why the numbers that a name gives are uncertain.
type Doubt string

// The doubts about a name.
const (
	FolderNumber Doubt = "the number of its folder may not be the season"
	FolderPart   Doubt = "its folder is a disc or a part, which may count from 1 again"
	NamePart     Doubt = "its name is that of a part of a season, which may count from 1 again"
	LastSeason   Doubt = "its name is that of a final season, which may be any"
	MoreNumbers  Doubt = "its name has a further number, which may be an episode too"
	SpecialName  Doubt = "its name says that it is a special, but not which"
	OtherSeason  Doubt = "its folder is that of another season"
	Half         Doubt = "its name is that of a part of an episode"
	LooseNumber  Doubt = "its name has a number, but nothing says that it is the episode"
	WholeSeason  Doubt = "its name is that of a whole season"
	Decimal      Doubt = "its number has a decimal place, as that of a recap"
)

// Date is a calendar day; the zero value means no date.
type Date struct{ Year, Month, Day int }

// IsZero reports whether there is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Explicit reports whether the name itself gives season and episodes, without guessing.
func (r Release) Explicit() bool {
	return r.Season != nil && !r.SeasonFromFolder && len(r.Episodes) > 0
}

// Parse reads the path of a file, relative to the folder of its show and with slashes. The titles are the show's
// names, if they are known. A folder such as "Season 2", "S02", "Specials" or 第二季 gives the season if the name has
// none. The titles, and folders with a title, tell which part of the name is the title. Parse reads only the first
// 1,024 bytes of each name. It never fails; fields that the name does not give are empty.
func Parse(file string, titles ...string) Release {
	folders := strings.Split(file, "/")
	name := folders[len(folders)-1]
	r := read(stem(cut(name)), folders[:len(folders)-1], titles)
	for i := len(folders) - 2; i >= max(0, len(folders)-3) && r.unmarked; i-- {
		r.asFolder(read(cut(folders[i]), folders[:i], titles))
	}
	r.settle()
	r.describe()
	return r.Release
}

// read reads the numbers of one name.
func read(name string, folders, titles []string) *reading {
	r := &reading{text: normalise(name), titled: len(titles) > 0}
	r.readFolders(folders, titles)
	r.blank()
	r.readNumbers()
	return r
}

// reading is the state of one call of Parse.
type reading struct {
	Release
	*labels
	text   string // the normalised name
	rest   string // as long as text, with everything that holds no episode number blotted out
	titles []string
	names  []string // of the show, as they stand
	folder *int     // the season that a folder gives
	worded bool     // a word says that it is a season
	// folderDoubt is why the season of the folders is uncertain.
	folderDoubt Doubt
	// first and last are the offsets of the numbering in text; first is -1 if there is none.
	first, last int
	further     int // offset in text where an episode of another season ends; 0 if there is none
	// dateAt and dateEnd are the offsets of the date in text.
	dateAt, dateEnd int
	copied          bool // the name is that of a copy
	unmarked        bool // no word says that a number is the episode
	titled          bool // the show's names are known
	known           int  // offset in text where the show's title, known from a folder, ends; 0 if not found
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

// cut returns at most maxBytes of a name.
func cut(name string) string {
	if len(name) > maxBytes {
		// The extension is cut off too; normalise drops a rune that was cut in two.
		name = name[:maxBytes]
	}
	return name
}
