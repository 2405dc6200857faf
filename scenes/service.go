package scenes

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"plotline/graph"
	"plotline/graph/audit"
	"plotline/graph/outbox"
	"plotline/graph/records"
	"plotline/graph/usecase"
	"plotline/scenes/model"
)

// Config is what a Service is made of.
type Config struct {
	DataDir string        // projects stand in its folder "projects"
	Model   model.Client  // nil leaves it to the model of the client that calls, where it lends one
	Memory  outbox.Memory // where scenes become episodes; nil keeps none
	Runner  *usecase.Runner
	Logger  *slog.Logger
	Now     func() time.Time // nil is the clock
}

// Service holds the use cases of scenes. It touches nothing before the first call. Each use case judges
// its arguments, keeps an audit record and fails with *fault.Error alone.
type Service struct {
	cfg      Config
	files    *records.Folder[Project]
	episodes *episodes
}

// NewService makes the use cases over a data folder.
func NewService(cfg Config) *Service {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	dir := filepath.Join(cfg.DataDir, "projects")
	s := &Service{cfg: cfg, files: newFiles(dir, cfg.Logger)}
	s.episodes = newEpisodes(s, dir)
	return s
}

func (s *Service) now() graph.Time { return graph.TimeOf(s.cfg.Now()) }

// thinking is the time limit of what a model has a part in: it may be asked five times.
const thinking = 15 * time.Minute

// The use cases' names are the tools', or the routes' where no tool is.
var (
	opAdd          = usecase.Op{Name: "addScene", Writes: true, Limit: thinking}
	opFromImage    = usecase.Op{Name: "createSceneFromImage", Writes: true, Limit: thinking}
	opEdit         = usecase.Op{Name: "editScene", Writes: true, Limit: thinking}
	opEditImage    = usecase.Op{Name: "editSceneWithImage", Writes: true, Limit: thinking}
	opDuration     = usecase.Op{Name: "changeDuration", Writes: true}
	opDelete       = usecase.Op{Name: "deleteScene", Writes: true}
	opFix          = usecase.Op{Name: "fixBrokenScene", Writes: true, Limit: thinking}
	opAnalyze      = usecase.Op{Name: "analyzeImage", Limit: thinking}
	opListScenes   = usecase.Op{Name: "listScenes"}
	opGetScene     = usecase.Op{Name: "getScene"}
	opReorder      = usecase.Op{Name: "reorderScenes", Writes: true}
	opListProjects = usecase.Op{Name: "listProjects"}

	opCreate  = usecase.Op{Name: "create_project", Writes: true}
	opPreview = usecase.Op{Name: "preview_scene"}
)

// UseCases lists what tools offer.
func (s *Service) UseCases() []usecase.UseCase {
	r := s.cfg.Runner
	return []usecase.UseCase{
		usecase.Of(r, opAdd, s.AddScene),
		usecase.Of(r, opFromImage, s.CreateSceneFromImage),
		usecase.Of(r, opEdit, s.EditScene),
		usecase.Of(r, opEditImage, s.EditSceneWithImage),
		usecase.Of(r, opDuration, s.ChangeDuration),
		usecase.Of(r, opDelete, s.DeleteScene),
		usecase.Of(r, opFix, s.FixBrokenScene),
		usecase.Of(r, opAnalyze, s.AnalyzeImage),
		usecase.Of(r, opListScenes, s.ListScenes),
		usecase.Of(r, opGetScene, s.GetScene),
		usecase.Of(r, opReorder, s.ReorderScenes),
		usecase.Of(r, opListProjects, s.ListProjects),
	}
}

// ForRoutes lists what routes offer: what tools do, and what only a page needs.
func (s *Service) ForRoutes() []usecase.UseCase {
	r := s.cfg.Runner
	return slices.Concat(s.UseCases(), []usecase.UseCase{
		usecase.Of(r, opCreate, s.CreateProject),
		usecase.Of(r, opPreview, s.PreviewScene),
	})
}

// do is usecase.Do with the service's runner.
func do[In, Out any](
	ctx context.Context, s *Service, by audit.Caller, op usecase.Op, in In,
	work func(ctx context.Context, note *usecase.Note) (Out, error),
) (Out, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, op, in, work)
}

// Run writes the episodes that are owed, until ctx ends.
func (s *Service) Run(ctx context.Context) { s.episodes.box.Run(ctx) }

// Watch tells of every project that changes, whoever changes it, in whatever process, until ctx ends.
func (s *Service) Watch(ctx context.Context, tell func(workspace, projectID string)) {
	s.files.Watch(ctx, func(string, *Project) {}, func(_ string, p *Project) { tell(p.Workspace, p.ProjectID) })
}
