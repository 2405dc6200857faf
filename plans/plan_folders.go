package plans

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"plotline/graph"
	"plotline/graph/workspacedir"
	"plotline/internal/durable"
	"plotline/internal/records"
)

// kind is the name of the folders that hold plans.
const kind = "plans"

// planFolders holds the plan folders of all workspaces. The default workspace has plans, another has
// workspaces/<workspace>/plans.
type planFolders struct {
	dataDir string
	logger  *slog.Logger
	cache   *records.Cache[Plan] // shared, so that many workspaces need no more memory

	mu      sync.Mutex
	folders map[string]*records.Folder[Plan] // by path in the data folder

	moving sync.Mutex
	moved  bool // the default workspace's folder has no more plans of others
}

func newShelves(dataDir string, logger *slog.Logger) *planFolders {
	return &planFolders{dataDir: dataDir, logger: logger, cache: records.NewCache[Plan](), folders: map[string]*records.Folder[Plan]{}}
}

// of returns the folder of a workspace, always the same object.
func (s *planFolders) of(workspace string) *records.Folder[Plan] {
	return s.at(workspacedir.Of(workspace, kind))
}

func (s *planFolders) at(inside string) *records.Folder[Plan] {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.folders[inside]
	if f == nil {
		f = newFiles(filepath.Join(s.dataDir, inside), s.cache, s.logger)
		s.folders[inside] = f
	}
	return f
}

// planFolder returns the plans of a workspace, after moving those of older versions.
func (s *Service) planFolder(ctx context.Context, workspace string) *records.Folder[Plan] {
	s.shelves.migrate(ctx)
	return s.shelves.of(workspace)
}

// allPlanFolders returns the plans of every workspace that has a folder.
func (s *Service) allPlanFolders(ctx context.Context) []*records.Folder[Plan] {
	s.shelves.migrate(ctx)
	inside, err := workspacedir.All(s.cfg.DataDir, kind)
	if err != nil {
		s.cfg.Logger.WarnContext(ctx, "cannot list the folders of the workspaces", "error", err)
	}
	all := make([]*records.Folder[Plan], 0, len(inside))
	for _, path := range inside {
		all = append(all, s.shelves.at(path))
	}
	return all
}

// migratedMark is a file that marks a data folder in which migrate is done.
const migratedMark = ".sorted"

// migrate moves the plans of other workspaces out of the default workspace's folder, where older
// versions kept all plans. It runs once per data folder. Each plan is moved atomically; after a crash the
// next start continues.
func (s *planFolders) migrate(ctx context.Context) {
	s.moving.Lock()
	defer s.moving.Unlock()
	if s.moved {
		return
	}
	old := s.of(graph.DefaultWorkspace)
	mark := filepath.Join(old.Dir, migratedMark)
	if _, err := os.Stat(mark); err == nil {
		s.moved = true
		return
	}
	plans, err := old.List(ctx)
	for _, p := range plans {
		if p.owner() != graph.DefaultWorkspace && graph.ValidWorkspace(p.owner()) == nil {
			err = errors.Join(err, s.move(ctx, p.ID, old, s.of(p.owner())))
		}
	}
	if _, missing := os.Stat(old.Dir); err == nil && missing == nil {
		err = durable.Write(mark, nil, 0o600)
	}
	if err != nil && ctx.Err() == nil {
		s.logger.WarnContext(ctx, "cannot move plans of an older version to the folders of their workspaces; Plotline tries again at its next start", "error", err)
	}
	s.moved = ctx.Err() == nil
}

// move moves a plan, unless another process has moved it. It never replaces a file.
func (s *planFolders) move(ctx context.Context, id string, from, to *records.Folder[Plan]) error {
	if err := os.MkdirAll(to.Dir, to.DirMode); err != nil {
		return err
	}
	release, err := from.Lock(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	if _, err := os.Lstat(to.Path(id)); err == nil {
		return nil
	}
	if err := os.Rename(from.Path(id), to.Path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := to.Dir; dir != s.dataDir; dir = filepath.Dir(dir) {
		if err := durable.Sync(dir); err != nil {
			return err
		}
	}
	return errors.Join(durable.Sync(s.dataDir), durable.Sync(from.Dir))
}
