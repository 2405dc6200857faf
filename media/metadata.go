package media

import (
	"encoding/json"

	"plotline/media/fields"
)

// The types of media folders.
const (
	TypeTVShow = "tvshow-folder"
	TypeMovie  = "movie-folder"
	TypeMusic  = "music-folder"
)

// kept is the text of an object as it was read; nil for a new one. It is parsed only when the object is
// written.
type kept json.RawMessage

func (k kept) object() fields.Object {
	if k == nil {
		return nil
	}
	o, _ := fields.Parse(k) // it was parsed before
	return o
}

// Metadata is the stored description of one media folder. Encode preserves all other fields of a file, in
// their order, at every level.
type Metadata struct {
	MediaFolderPath Path
	Type            string // TypeTVShow, TypeMovie, TypeMusic, or what another program wrote
	MediaFiles      []MediaFile
	TMDBTvShow      *TVShow // nil if it is not a show
	Numbering       Numbering

	kept     kept
	odd      []json.RawMessage // invalid entries of mediaFiles, written after the others
	replaced json.RawMessage   // what recognitions replaced, as in the file
}

// Numbering is what a person decided about the numbers in the file names of a folder.
type Numbering struct {
	Absolute bool // numbers without a season count through the show
	Specials bool // an OVA and the like is the episode of season 0 with the number in its name
}

// MediaFile is a video or a song, with its subtitles and audio tracks. A file that holds two episodes has
// two entries.
type MediaFile struct { //nolint:revive // the contract calls it that
	// AbsolutePath is empty if the text in the metadata file is not an absolute path; see Text.
	AbsolutePath      Path
	SeasonNumber      *int
	EpisodeNumber     *int
	SubtitleFilePaths []string
	AudioFilePaths    []string
	// NumbersFromNFO reports that the file's own NFO file gave these numbers.
	NumbersFromNFO bool

	kept kept
	text string // of absolutePath, as it was read
	read Path   // text as a Path
}

// TVShow is a show as TMDB describes it. The JSON names are TMDB's.
type TVShow struct {
	ID               int // TMDB's; 0 if unknown
	Name             string
	NumberOfSeasons  int // as TMDB counts, without specials
	NumberOfEpisodes int
	Seasons          []Season // specials are season 0

	kept kept
}

// Season is one season of a show.
type Season struct {
	SeasonNumber int
	Name         string
	Episodes     []Episode
	Partial      bool // only NFO files beside videos describe the episodes, so there may be more

	kept kept
}

// Episode is one episode of a season.
type Episode struct {
	EpisodeNumber int
	Name          string
	Overview      string
	AirDate       string // YYYY-MM-DD, or empty

	kept kept
}

// Text returns the file's path as written in the metadata file, which may differ in form from
// AbsolutePath.
func (f *MediaFile) Text() string {
	if f.text != "" && f.read == f.AbsolutePath {
		return f.text
	}
	return string(f.AbsolutePath)
}

// Numbered reports whether the entry has both a season and an episode number.
func (f *MediaFile) Numbered() bool { return f.SeasonNumber != nil && f.EpisodeNumber != nil }

// lastOperationField is the member of a metadata file that names the last operation applied by RenamedBy.
const lastOperationField = "plotlineRename"

// RenamedBy is Renamed for an operation that may be applied twice, as after a crash. It does nothing if
// the operation was the last one applied. The operation's name must be unique and is stored in the file.
func (m *Metadata) RenamedBy(operation string, moved map[Path]Path) {
	known := m.kept.object()
	if last, err := fields.Text(known.Get(lastOperationField)); err == nil && last == operation {
		return
	}
	m.Renamed(moved)
	m.kept = kept(known.Write(fields.Known{Name: lastOperationField, Value: fields.Quote(operation)}))
}
