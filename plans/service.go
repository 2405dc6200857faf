package plans

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/internal/fault"
	"plotline/internal/records"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans/renames"
)

// Config holds the settings and dependencies of a Service.
type Config struct {
	DataDir   string // contains the folder "plans" and those of the workspaces
	Libraries *media.Libraries
	Folders   media.Folders // where media folders may lie
	Memory    outbox.Memory // stores decisions as episodes; nil stores none
	Runner    *usecase.Runner
	Logger    *slog.Logger
	Now       func() time.Time // nil means time.Now
	// Ask asks users on an open page. If it is nil or returns usecase.ErrNoAsker, the client is asked.
	Ask func(ctx context.Context, workspace string, q usecase.Question) (yes bool, err error)
}

// Service implements the use cases of plans. It does not access the disk before the first call.
type Service struct {
	cfg      Config
	shelves  *planFolders
	journals *renames.Journals
	episodes *episodes
	legacy   *legacyTasks
	// recordings makes the recognitions of a workspace take turns before they are recorded. They would wait for each other
	// anyway, but a backup would wait for all of them.
	recordings *sharing.Pool
	system     string            // runtime.GOOS, except in tests
	step       func(step string) // called at points where a crash would leave an outcome half recorded; tests crash there
}

// NewService returns a service for a data folder.
func NewService(cfg Config) *Service {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Service{
		cfg: cfg, shelves: newShelves(cfg.DataDir, cfg.Logger), legacy: newLegacyTasks(), recordings: sharing.PerPayer(1),
		system: runtime.GOOS, step: func(string) {},
	}
	s.journals = s.newJournals()
	s.episodes = newEpisodes(s)
	return s
}

func (s *Service) now() graph.Time { return graph.TimeOf(s.cfg.Now()) }

// journalFolder is the folder of the journals, beside the plans of the default workspace.
const journalFolder = ".journal"

func (s *Service) newJournals() *renames.Journals {
	return renames.New(filepath.Join(s.cfg.DataDir, kind, journalFolder), s.cfg.Logger, renames.WithOpen(s.openFolder))
}

// openFolder opens the media folder of an operation through the media roots of its workspace.
func (s *Service) openFolder(_ context.Context, operation renames.Outcome) (*os.Root, error) {
	path, ok := media.ParsePath(operation.Folder)
	if !ok {
		return nil, fault.Invalid("the media folder %q is not an absolute path", operation.Folder)
	}
	workspace, err := workspaceOf(operation)
	if err != nil {
		return nil, err
	}
	return s.cfg.Folders.Of(workspace).Open(path)
}

// The use cases are named like the tools, or like the routes if there is no tool.
var (
	opBeginRecognise = usecase.Op{Name: "beginRecognizeTask", Writes: true}
	opAddRecognised  = usecase.Op{Name: "addRecognizedMediaFile", Writes: true}
	opEndRecognise   = usecase.Op{Name: "endRecognizeTask", Writes: true}
	opBeginRename    = usecase.Op{Name: "beginRenameFilesTaskV2", Writes: true}
	opAddRename      = usecase.Op{Name: "addRenameFileToTaskV2", Writes: true}
	opEndRename      = usecase.Op{Name: "endRenameFilesTaskV2", Writes: true}
	opPropose        = usecase.Op{Name: "proposeRecognizePlan", Writes: true, Scans: true, Limit: 10 * time.Minute}
	opProposeRename  = usecase.Op{Name: "propose_rename", Writes: true, Limit: 10 * time.Minute}
	opListPending    = usecase.Op{Name: "list-pending-plans"}
	opGetTask        = usecase.Op{Name: "get-plan"}

	opListPlans  = usecase.Op{Name: "list_plans"}
	opGetPlan    = usecase.Op{Name: "get_plan"}
	opPending    = usecase.Op{Name: "getPendingPlans"}
	opUpdatePlan = usecase.Op{Name: "updatePlan", Writes: true, Decides: true}
	opApply      = usecase.Op{Name: "apply_plan", Writes: true, Decides: true, Limit: -1}
	opUndo       = usecase.Op{Name: "undo_plan", Writes: true, Decides: true, Limit: -1}
	opEdit       = usecase.Op{Name: "edit_plan", Writes: true, Decides: true}
	opCheck      = usecase.Op{Name: "check_plan"}
	opDecided    = usecase.Op{Name: "list_decided_plans"}
	opLibrary    = usecase.Op{Name: "list_library", Scans: true, Limit: 10 * time.Minute}
)

// UseCases lists the use cases of tools: proposing, checking the outcome, and the older tools.
func (s *Service) UseCases() []usecase.UseCase {
	r := s.cfg.Runner
	return slices.Concat(s.proposals(), []usecase.UseCase{
		usecase.Of(r, opListPending, s.ListPending),
		usecase.Of(r, opGetTask, s.GetTask),
	}, s.legacyUseCases())
}

// ForRoutes lists the use cases of routes: proposing, reviewing and deciding.
func (s *Service) ForRoutes() []usecase.UseCase {
	r := s.cfg.Runner
	return append(s.proposals(),
		usecase.Of(r, opListPlans, s.ListPlans),
		usecase.Of(r, opGetPlan, s.GetPlan),
		usecase.Of(r, opPending, s.PendingPlans),
		usecase.Of(r, opUpdatePlan, s.UpdatePlan),
		usecase.Of(r, opApply, s.Apply),
		usecase.Of(r, opUndo, s.Undo),
		usecase.Of(r, opEdit, s.Edit),
		usecase.Of(r, opCheck, s.Check),
		usecase.Of(r, opDecided, s.ListDecided),
		usecase.Of(r, opLibrary, s.Library),
		usecase.Of(r, opProposeRename, s.ProposeRename),
	)
}

func (s *Service) proposals() []usecase.UseCase {
	r := s.cfg.Runner
	return []usecase.UseCase{
		usecase.Of(r, opPropose, s.Propose),
		usecase.Of(r, opBeginRecognise, s.BeginRecognise),
		usecase.Of(r, opAddRecognised, s.AddRecognised),
		usecase.Of(r, opEndRecognise, s.EndRecognise),
		usecase.Of(r, opBeginRename, s.BeginRename),
		usecase.Of(r, opAddRename, s.AddRename),
		usecase.Of(r, opEndRename, s.EndRename),
	}
}

// The noun for a plan in "not found" errors: tools call it a task.
const (
	asTask = "Task"
	asPlan = "Plan"
)

func notFound(noun, id string) error {
	return fault.Newf(fault.NotFound, "%s not found: %.100s", noun, id)
}

// find reads a plan of the workspace, when there is memory for it and for a reply about it. A plan of another workspace
// counts as not found.
func (s *Service) find(ctx context.Context, workspace, noun, id string) (*Plan, error) {
	shelf, name := s.shelves.of(workspace), strings.ToLower(id)
	if err := sharing.Reserve(ctx, workspace, decoded*shelf.Bytes(name)); err != nil {
		return nil, err
	}
	p, err := shelf.Read(ctx, name)
	if errors.Is(err, records.ErrNone) || err == nil && p.owner() != workspace {
		return nil, notFound(noun, id)
	}
	return p, err
}

// change edits a plan of the workspace. edit sees the current plan, under the lock.
func (s *Service) change(ctx context.Context, workspace, noun, id string, edit func(p *Plan) error) (*Plan, error) {
	if _, err := s.find(ctx, workspace, noun, id); err != nil { // first, so that no lock is created for an unknown plan
		return nil, err
	}
	p, err := s.shelves.of(workspace).Change(ctx, strings.ToLower(id), edit)
	if errors.Is(err, records.ErrNone) {
		return nil, notFound(noun, id)
	}
	return p, err
}

// owner returns the workspace of the plan. Plans of other programs name none and belong to the default
// workspace.
func (p *Plan) owner() string {
	if p.Workspace == "" {
		return graph.DefaultWorkspace
	}
	return p.Workspace
}

// checkSystem refuses to move files on Windows, where no one has run the tests of renames yet. They rely on
// moves that replace no file, and on the order in which names reach the disk. what is "applied" or "undone".
func (s *Service) checkSystem(what string) error {
	if s.system != "windows" {
		return nil
	}
	return fault.Newf(fault.Conflict, "Plan cannot be %s: renames are not tested on Windows yet, so Plotline moves no files there. "+
		"Run plotline on Linux or macOS, with the media folder mounted there", what)
}
