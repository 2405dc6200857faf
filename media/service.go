package media

import (
	"log/slog"
	"time"

	"plotline/internal/usecase"
	"plotline/media/tmdb"
)

// Config holds the dependencies of a Service.
type Config struct {
	Libraries *Libraries
	Folders   Folders      // where media folders may lie
	TMDB      *tmdb.Client // nil without a key
	Runner    *usecase.Runner
	Logger    *slog.Logger
	// Recognise reads a show's title and year (0 for none) from a folder name. Nil means a simple
	// built-in function.
	Recognise func(name string) (title string, year int)
}

// Service implements the use cases. Each checks its arguments and writes an audit record. Every error is
// a *fault.Error.
type Service struct{ Config }

// NewService returns a service with the given dependencies.
func NewService(c Config) *Service {
	if c.Recognise == nil {
		c.Recognise = cleanTitle
	}
	return &Service{c}
}

// The use cases, named like their tools.
var (
	opGetEpisodes = usecase.Op{Name: "get-episodes"}
	opListFolders = usecase.Op{Name: "list-media-folders"}
	opOpenFolder  = usecase.Op{Name: "open-media-folder", Writes: true, Scans: true, Limit: 10 * time.Minute}
)

// UseCases lists the use cases that the APIs offer.
func (s *Service) UseCases() []usecase.UseCase {
	return []usecase.UseCase{
		fixedTexts(usecase.Of(s.Runner, opGetEpisodes, s.GetEpisodes)),
		usecase.Of(s.Runner, opListFolders, s.ListMediaFolders),
		usecase.Of(s.Runner, opOpenFolder, s.OpenMediaFolder),
	}
}
