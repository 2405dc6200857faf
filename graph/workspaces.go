package graph

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// ListWorkspacesInput has no fields: the caller's credential decides.
type ListWorkspacesInput struct{}

// ListWorkspacesOutput lists workspaces.
type ListWorkspacesOutput struct {
	Workspaces []WorkspaceSummary `json:"workspaces" doc:"The workspace that a page opens first, then the others that it may choose"`
}

// WorkspaceSummary describes one workspace.
type WorkspaceSummary struct {
	Name     string `json:"name"`
	Episodes int    `json:"episodes" doc:"Number of episodes"`
}

// ListWorkspaces lists the workspaces that the caller may see. Both stores keep the number of episodes, so counting
// them reads one row.
func (s *Service) ListWorkspaces(ctx context.Context, by audit.Caller, in ListWorkspacesInput) (ListWorkspacesOutput, error) {
	return usecase.Do(ctx, s.runner, by, opListWorkspaces, in, func(ctx context.Context, _ *usecase.Note) (ListWorkspacesOutput, error) {
		names := by.Workspaces
		if len(names) == 0 {
			names = []string{by.Workspace}
		}
		out := ListWorkspacesOutput{Workspaces: make([]WorkspaceSummary, len(names))}
		for i, name := range names {
			_, episodes, err := s.store.ListEpisodes(ctx, name, ListQuery{Limit: 1})
			if err != nil {
				return ListWorkspacesOutput{}, err
			}
			out.Workspaces[i] = WorkspaceSummary{name, episodes}
		}
		return out, nil
	})
}
