package media

import (
	"log/slog"
	"time"

	"plotline/graph/usecase"
	"plotline/media/tmdb"
)

// Config is what a Service works with.
type Config struct {
	Libraries *Libraries
	Folders   Folders      // where media folders may lie
	TMDB      *tmdb.Client // nil when there is no key
	Runner    *usecase.Runner
	Logger    *slog.Logger
	// Recognise reads a show's title and year (0 for none) out of a folder name. Nil is a simple one.
	Recognise func(name string) (title string, year int)
}

// Service holds the use cases. Each judges its arguments, keeps an audit record and fails with
// *fault.Error alone.
type Service struct{ Config }

// NewService makes the use cases.
func NewService(c Config) *Service {
	if c.Recognise == nil {
		c.Recognise = cleanTitle
	}
	return &Service{c}
}

// The use cases' names are the tools'.
var (
	opGetEpisodes = usecase.Op{Name: "get-episodes"}
	opListFolders = usecase.Op{Name: "list-media-folders"}
	opOpenFolder  = usecase.Op{Name: "open-media-folder", Writes: true, Limit: 10 * time.Minute}
)

// UseCases lists what the doors offer.
func (s *Service) UseCases() []usecase.UseCase {
	return []usecase.UseCase{
		fixedTexts(usecase.Of(s.Runner, opGetEpisodes, s.GetEpisodes)),
		usecase.Of(s.Runner, opListFolders, s.ListMediaFolders),
		usecase.Of(s.Runner, opOpenFolder, s.OpenMediaFolder),
	}
}
