package graph

import (
	"context"
	"regexp"

	"plotline/internal/audit"
	"plotline/internal/fault"
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

const longestWorkspace = 64

// workspaceForm does not check the length: a bounded repetition would compile to an expression of 64 parts at
// every start.
var workspaceForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)

// DefaultWorkspace is the workspace of callers that name none.
const DefaultWorkspace = "default"

// AutoWorkspace is no name of a workspace. As a setting it selects that of the project in which the program runs.
const AutoWorkspace = "auto"

// ValidWorkspace rejects names other than 1–64 of a–z, 0–9, dot, underscore and hyphen, starting with a
// letter or digit. A workspace is part of file names and of search indexes.
func ValidWorkspace(name string) error {
	if name == AutoWorkspace {
		return fault.Invalid("no workspace can have the name %s, which selects the workspace of a project", AutoWorkspace)
	}
	if len(name) > longestWorkspace || !workspaceForm.MatchString(name) {
		return fault.Invalid("workspace must be 1–64 of a–z, 0–9, '.', '_' and '-', "+
			"starting with a letter or digit: %q", name)
	}
	return nil
}
