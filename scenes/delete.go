package scenes

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// DeleteProjectInput is the input of DeleteProject.
type DeleteProjectInput struct {
	ProjectID string `json:"projectId" minLength:"1" maxLength:"128"`
}

// DeleteProjectOutput describes what was deleted.
type DeleteProjectOutput struct {
	Success   bool   `json:"success"`
	ProjectID string `json:"projectId"`
	Scenes    int    `json:"scenes" doc:"How many scenes were deleted with it"`
}

// DeleteProject deletes a project with its scenes and their versions. Episodes about them stay. A request to a model that
// is still running for the project then fails, and stores nothing.
func (s *Service) DeleteProject(ctx context.Context, by audit.Caller, in DeleteProjectInput) (DeleteProjectOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opDeleteProject, in, func(ctx context.Context, _ *usecase.Note) (DeleteProjectOutput, error) {
		if _, err := s.requireProject(ctx, by.Workspace, in.ProjectID); err != nil {
			return DeleteProjectOutput{}, err
		}
		p, err := s.files.Remove(ctx, s.fileOf(by.Workspace, in.ProjectID))
		if err != nil {
			return DeleteProjectOutput{}, s.translateError(err, by.Workspace, in.ProjectID)
		}
		s.episodes.writeSoon(ctx, p, by.Actor)
		if tell := s.told.Load(); tell != nil { // the watch of the folder sees no file any more
			(*tell)(p.Workspace, p.ProjectID)
		}
		return DeleteProjectOutput{true, p.ProjectID, len(p.Scenes)}, nil
	})
}

// whileWriting says why a scene that a model has written cannot be stored in a project that was there at the start.
func whileWriting(err error, projectID string) error {
	if fault.CodeOf(err) != fault.NotFound {
		return err
	}
	return fault.Newf(fault.Conflict, "Project %.100s was deleted while the model wrote the scene; nothing was stored", projectID)
}
