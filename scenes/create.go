package scenes

import (
	"context"
	_ "embed"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes/tsx"
)

// welcome is the first scene of a new project.
//
//go:embed welcome.tsx
var welcome string

// CreateProjectInput is the input of CreateProject.
type CreateProjectInput struct {
	ProjectID string `json:"projectId" minLength:"1" maxLength:"128"`
}

// CreateProjectOutput is the project with its welcome scene.
type CreateProjectOutput struct {
	ProjectID string     `json:"projectId"`
	Scenes    []SceneRow `json:"scenes"`
}

// CreateProject creates a project with a welcome scene. It needs no model. The first real scene may replace the
// welcome scene.
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
			scene := Scene{SceneID: string(graph.NewID()), IsWelcome: true}
			scene.add(Version{SceneName: "Welcome", Duration: tsx.DefaultFrames, TSXCode: welcome, Tool: opCreate.Name, CreatedAt: s.now()})
			p.Scenes = []Scene{scene}
			return nil
		})
		if err != nil {
			return CreateProjectOutput{}, err
		}
		note.IDs(p.Scenes[0].SceneID)
		return CreateProjectOutput{p.ProjectID, rowsOf(p)}, nil
	})
}

func errExists(projectID string) error {
	return fault.Newf(fault.AlreadyExists, "Project %.100s already exists; choose another name", projectID)
}
