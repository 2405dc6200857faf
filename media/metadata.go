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

// kept is the text of an object as it was read; nil for a new one. It is cut into its members only when
// the object is written.
type kept json.RawMessage

func (k kept) object() fields.Object {
	if k == nil {
		return nil
	}
	o, _ := fields.Parse(k) // which was read before
	return o
}

// Metadata is what is remembered of one media folder. What a file holds beside the fields below
// survives Encode, in its order, at every level.
type Metadata struct {
	MediaFolderPath Path
	Type            string // TypeTVShow, TypeMovie, TypeMusic, or what another program wrote
	MediaFiles      []MediaFile
	TMDBTvShow      *TVShow // nil for what is no show

	kept kept
	odd  []json.RawMessage // entries of mediaFiles that cannot be understood, kept behind the others
}

// MediaFile is a video or a song, and what belongs to it. A file that holds two episodes has two
// entries.
type MediaFile struct { //nolint:revive // the contract calls it that
	// AbsolutePath is empty when the text in the metadata file is no absolute path; see Text.
	AbsolutePath      Path
	SeasonNumber      *int
	EpisodeNumber     *int
	SubtitleFilePaths []string
	AudioFilePaths    []string

	kept kept
	text string // of absolutePath, as it was read
	read Path   // what text means
}

// TVShow is a show as TMDB describes it. The JSON names are TMDB's.
type TVShow struct {
	ID               int // TMDB's; 0 when not known
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

// Text is the file's path as the metadata file has it, which may be in another form than ours.
func (f *MediaFile) Text() string {
	if f.text != "" && f.read == f.AbsolutePath {
		return f.text
	}
	return string(f.AbsolutePath)
}

// Numbered tells whether the entry names an episode: it has both numbers.
func (f *MediaFile) Numbered() bool { return f.SeasonNumber != nil && f.EpisodeNumber != nil }
