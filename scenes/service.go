package scenes

import (
	"cmp"
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/records"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/scenes/model"
	"plotline/scenes/tsx"
)

// Config configures a Service.
type Config struct {
	DataDir string        // projects are in its folder "projects"
	Model   model.Client  // nil uses the model of the calling client, if it offers one
	Compile Compile       // nil compiles in this process
	Drafts  int           // calls of one workspace, or of one credential, that may wait for the model at once; 0 means DefaultDrafts
	Images  ImagePolicy   // which image URLs go to the model
	Memory  outbox.Memory // where episodes are written; nil writes none
	Runner  *usecase.Runner
	Logger  *slog.Logger
	// Progress is called at each step of a call that needs a model. It must return at once. It may be nil.
	Progress func(Progress)
	Now      func() time.Time // nil uses time.Now
}

// Compile compiles a scene for a workspace. Its error is a *tsx.Problem, the context's error or a *fault.Error.
type Compile func(ctx context.Context, workspace, code string) (tsx.Compiled, error)

// Service has the use cases of scenes. It opens no file before the first call. Each use case checks its arguments,
// writes an audit record, and fails only with a *fault.Error.
type Service struct {
	cfg       Config
	files     *records.Folder[Project]
	summaries *records.Summaries[Project, listed]
	episodes  *episodes
	drafts    *sharing.Pool                                     // calls that wait for a model
	bytes     *sharing.Pool                                     // of their requests
	told      atomic.Pointer[func(workspace, projectID string)] // by Watch
}

// NewService returns a Service on a data folder.
func NewService(cfg Config) *Service {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Compile == nil {
		cfg.Compile = func(_ context.Context, _, code string) (tsx.Compiled, error) { return tsx.Compile(code) }
	}
	dir := filepath.Join(cfg.DataDir, "projects")
	drafts := int64(cmp.Or(cfg.Drafts, DefaultDrafts))
	s := &Service{
		cfg: cfg, files: newFiles(dir, cfg.Logger),
		drafts: sharing.NewPool(allShare*drafts, drafts), bytes: sharing.NewPool(allShare*requestBytes, requestBytes),
	}
	s.summaries = records.NewSummaries(s.files, summarise)
	s.episodes = newEpisodes(s, dir)
	return s
}

func (s *Service) now() graph.Time { return graph.TimeOf(s.cfg.Now()) }

// thinkingTime limits calls that use a model. One call may send five requests: for the scene, for three repairs and for
// the sentence in chatResponse. So it is longer than five times the default of --ai-timeout.
const thinkingTime = 15 * time.Minute

const (
	// DefaultDrafts is how many calls of one workspace, or of one credential, may wait for the model at once, unless
	// Config sets a limit.
	DefaultDrafts = 64
	// requestBytes limits the prompts and images of such calls, in bytes.
	requestBytes = 16 << 20
	// allShare multiplies these limits into those of all calls together.
	allShare = 2
)

// admit counts a call that waits for a model, and the bytes of its request, until done is called. Its errors have the
// code rate_limited.
func (s *Service) admit(ctx context.Context, workspace string, bytes int) (done func(), err error) {
	size, payers := int64(bytes), sharing.PayersOf(ctx, workspace)
	if !s.drafts.TryTake(1, payers...) {
		each := s.drafts.Share()
		return nil, fault.Newf(fault.RateLimited, "%d calls of this workspace or token are already waiting for the model, or %d "+
			"of all, which is the limit; call again when some of them are done, or ask the operator to raise --max-drafts", each, allShare*each)
	}
	if !s.bytes.TryTake(size, payers...) {
		s.drafts.Give(1, payers...)
		return nil, fault.Newf(fault.RateLimited, "the prompts and images that wait for the model may have %d kB of one workspace or token "+
			"and %d kB in all; call again when some of the calls are done", requestBytes>>10, allShare*requestBytes>>10)
	}
	return func() {
		s.drafts.Give(1, payers...)
		s.bytes.Give(size, payers...)
	}, nil
}

// admitModel returns the model for a call and admits the request to those that wait for one. The caller must call done.
func (s *Service) admitModel(ctx context.Context, workspace string, r model.Request) (client model.Client, done func(), err error) {
	if client, err = s.client(ctx); err != nil {
		return nil, nil, err
	}
	if done, err = s.admit(ctx, workspace, r.Bytes()); err == nil && client == s.cfg.Model {
		usecase.Release(ctx) // admit counts the request now; a client's own model may still need the arguments
	}
	return client, done, err
}

// The names of the use cases are those of the tools, or of the routes where there is no tool.
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

	opCreate        = usecase.Op{Name: "create_project", Writes: true}
	opRename        = usecase.Op{Name: "rename_scene", Writes: true}
	opRenameProject = usecase.Op{Name: "rename_project", Writes: true}
	opDeleteProject = usecase.Op{Name: "delete_project", Writes: true}
	opRestore       = usecase.Op{Name: "restore_scene", Writes: true}
	opPreview       = usecase.Op{Name: "preview_scene"}
	opModel         = usecase.Op{Name: "get_scene_model"}
)

// UseCases lists the use cases that are tools.
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

// ForRoutes lists the use cases that are routes: those of the tools, and those that only pages need.
func (s *Service) ForRoutes() []usecase.UseCase {
	r := s.cfg.Runner
	return slices.Concat(s.UseCases(), []usecase.UseCase{
		usecase.Of(r, opCreate, s.CreateProject),
		usecase.Of(r, opRename, s.RenameScene),
		usecase.Of(r, opRenameProject, s.RenameProject),
		usecase.Of(r, opDeleteProject, s.DeleteProject),
		usecase.Of(r, opRestore, s.RestoreScene),
		usecase.Of(r, opPreview, s.PreviewScene),
		usecase.Of(r, opModel, s.GetSceneModel),
	})
}

// Run writes pending episodes until ctx ends.
func (s *Service) Run(ctx context.Context) { s.episodes.box.Run(ctx) }

// Watch calls tell for every project that changes, in this or another process, or that this process deletes, until ctx
// ends.
func (s *Service) Watch(ctx context.Context, tell func(workspace, projectID string)) {
	s.told.Store(&tell)
	defer s.told.Store(nil)
	s.files.Watch(ctx, nil, func(_ string, p *Project) { tell(p.Workspace, p.ProjectID) })
}

// SceneModelInput is the input of GetSceneModel.
type SceneModelInput struct{}

// SceneModelOutput reports whether this server has a model that writes scenes.
type SceneModelOutput struct {
	Configured bool   `json:"configured"`
	Details    string `json:"details,omitempty" doc:"What to set, if no model is configured"`
}

// GetSceneModel reports whether a model is configured, so that pages can say at once that a request would fail.
func (s *Service) GetSceneModel(ctx context.Context, by audit.Caller, in SceneModelInput) (SceneModelOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opModel, in, func(context.Context, *usecase.Note) (SceneModelOutput, error) {
		if s.cfg.Model == nil {
			return SceneModelOutput{Details: "To have scenes written, start Plotline with PLOTLINE_AI_BASE_URL set to an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1 for Ollama"}, nil
		}
		return SceneModelOutput{Configured: true}, nil
	})
}
