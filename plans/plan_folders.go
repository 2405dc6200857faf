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
	folders map[string]*planFolder // by path in the data folder
}

// planFolder is the folder of one workspace's plans.
type planFolder struct {
	*records.Folder[Plan]

	plans *records.Summaries[Plan, summary]
}

func newShelves(dataDir string, logger *slog.Logger) *planFolders {
	return &planFolders{dataDir: dataDir, logger: logger, cache: records.NewCache[Plan](), folders: map[string]*planFolder{}}
}

// of returns the folder of a workspace, always the same object.
func (s *planFolders) of(workspace string) *planFolder {
	return s.at(workspacedir.Of(workspace, kind))
}

func (s *planFolders) at(inside string) *planFolder {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.folders[inside]
	if f == nil {
		files := newFiles(filepath.Join(s.dataDir, inside), s.cache, s.logger)
		f = &planFolder{files, records.NewSummaries(files, func(p *Plan) summary { return newSummary(p, inside) })}
		s.folders[inside] = f
	}
	return f
}

// allPlanFolders returns the plans of every workspace that has a folder.
func (s *Service) allPlanFolders(ctx context.Context) []*planFolder {
	inside, err := workspacedir.All(s.cfg.DataDir, kind)
	if err != nil {
		s.cfg.Logger.WarnContext(ctx, "cannot list the folders of the workspaces", "error", err)
	}
	all := make([]*planFolder, 0, len(inside))
	for _, path := range inside {
		all = append(all, s.shelves.at(path))
	}
	return all
}
