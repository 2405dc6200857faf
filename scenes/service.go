package scenes

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/graph/records"
	"plotline/graph/usecase"
	"plotline/scenes/model"
	"plotline/scenes/tsx"
)

// Config is what a Service is made of.
type Config struct {
	DataDir string        // projects stand in its folder "projects"
	Model   model.Client  // nil leaves it to the model of the client that calls, where it lends one
	Compile Compile       // nil compiles in this process
	Drafts  int           // calls of one workspace that wait for the model at once; 0 is DefaultDrafts
	Images  ImagePolicy   // which addresses of images go to the model
	Memory  outbox.Memory // where scenes become episodes; nil keeps none
	Runner  *usecase.Runner
	Logger  *slog.Logger
	Now     func() time.Time // nil is the clock
}

// Compile compiles a scene on behalf of a workspace. The error is a *tsx.Problem, the context's own, or a
// *fault.Error.
type Compile func(ctx context.Context, workspace, code string) (tsx.Compiled, error)

// Service holds the use cases of scenes. It touches nothing before the first call. Each use case judges
// its arguments, keeps an audit record and fails with *fault.Error alone.
type Service struct {
	cfg      Config
	files    *records.Folder[Project]
	episodes *episodes
	waiting  *admission // of calls that a model has a part in
}

// NewService makes the use cases over a data folder.
func NewService(cfg Config) *Service {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Compile == nil {
		cfg.Compile = func(_ context.Context, _, code string) (tsx.Compiled, error) { return tsx.Compile(code) }
	}
	dir := filepath.Join(cfg.DataDir, "projects")
	s := &Service{cfg: cfg, files: newFiles(dir, cfg.Logger), waiting: newAdmission(cfg.Drafts)}
	s.episodes = newEpisodes(s, dir)
	return s
}

func (s *Service) now() graph.Time { return graph.TimeOf(s.cfg.Now()) }

// thinkingTime is the limit of what a model has a part in: it may be asked five times.
const thinkingTime = 15 * time.Minute

// think gives the model that answers a call to a workspace, and a place for the request among those that
// wait for one, until done.
func (s *Service) think(ctx context.Context, workspace string, r model.Request) (client model.Client, done func(), err error) {
	if client, err = s.client(ctx); err != nil {
		return nil, nil, err
	}
	if done, err = s.waiting.admit(workspace, r.Bytes()); err == nil && client == s.cfg.Model {
		usecase.Release(ctx) // the request is counted now; a client's own model may need its arguments again
	}
	return client, done, err
}

// The use cases' names are the tools', or the routes' where no tool is.
var (
	opAdd          = usecase.Op{Name: "addScene", Writes: true, Spends: true, Limit: thinkingTime}
	opFromImage    = usecase.Op{Name: "createSceneFromImage", Writes: true, Spends: true, Limit: thinkingTime}
	opEdit         = usecase.Op{Name: "editScene", Writes: true, Spends: true, Limit: thinkingTime}
	opEditImage    = usecase.Op{Name: "editSceneWithImage", Writes: true, Spends: true, Limit: thinkingTime}
	opDuration     = usecase.Op{Name: "changeDuration", Writes: true}
	opDelete       = usecase.Op{Name: "deleteScene", Writes: true}
	opFix          = usecase.Op{Name: "fixBrokenScene", Writes: true, Spends: true, Limit: thinkingTime}
	opAnalyze      = usecase.Op{Name: "analyzeImage", Spends: true, Limit: thinkingTime}
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

// Run writes the episodes that are owed, until ctx ends.
func (s *Service) Run(ctx context.Context) { s.episodes.box.Run(ctx) }

// Watch tells of every project that changes, whoever changes it, in whatever process, until ctx ends.
func (s *Service) Watch(ctx context.Context, tell func(workspace, projectID string)) {
	s.files.Watch(ctx, func(string, *Project) {}, func(_ string, p *Project) { tell(p.Workspace, p.ProjectID) })
}
