package plans

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"

	"plotline/graph/workspacedir"
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

// allPlanFolders returns the plans of every workspace that has a folder.
func (s *Service) allPlanFolders(ctx context.Context) []*records.Folder[Plan] {
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
