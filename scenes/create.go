package scenes

import (
	"context"
	_ "embed"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// welcome is the first scene of a new project.
//
//go:embed welcome.tsx
var welcome string

// CreateProjectInput is the input of CreateProject.
type CreateProjectInput struct {
	ProjectID string `json:"projectId" minLength:"1" maxLength:"128"`
	Example   bool   `json:"example,omitempty" doc:"Create it with the scenes of the example, instead of a welcome scene"`
}

// CreateProjectOutput is the project with its first scenes.
type CreateProjectOutput struct {
	ProjectID string     `json:"projectId"`
	Scenes    []SceneRow `json:"scenes"`
}

// CreateProject creates a project with a welcome scene, or with the scenes of the example. It needs no model. The first
// real scene may replace the welcome scene.
func (s *Service) CreateProject(ctx context.Context, by audit.Caller, in CreateProjectInput) (CreateProjectOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opCreate, in, func(ctx context.Context, note *usecase.Note) (CreateProjectOutput, error) {
		if err := newName(in.ProjectID); err != nil {
			return CreateProjectOutput{}, err
		}
		if p, err := s.project(ctx, by.Workspace, in.ProjectID); err != nil || p != nil {
			if err == nil {
				err = errExists(in.ProjectID)
			}
			return CreateProjectOutput{}, err
		}
		p, err := s.changeOrCreate(ctx, by.Workspace, in.ProjectID, func(p *Project) error {
			if p.CreatedAt != p.UpdatedAt || len(p.Scenes) > 0 { // another call created it meanwhile
				return errExists(in.ProjectID)
			}
			if in.Example {
				p.Scenes = example(s.now())
			} else {
				p.Scenes = []Scene{welcomeScene(s.now())}
			}
			return nil
		})
		if err != nil {
			return CreateProjectOutput{}, err
		}
		for i := range p.Scenes {
			note.IDs(p.Scenes[i].SceneID)
		}
		return CreateProjectOutput{p.ProjectID, rowsOf(p)}, nil
	})
}

func errExists(projectID string) error {
	return fault.Newf(fault.AlreadyExists, "Project %.100s already exists; choose another name", projectID)
}
