package scenes

import (
	"context"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// RenameSceneInput is the input of RenameScene.
type RenameSceneInput struct {
	ProjectID string `json:"projectId" minLength:"1" maxLength:"128"`
	SceneID   string `json:"sceneId" minLength:"1" maxLength:"128"`
	SceneName string `json:"sceneName" minLength:"1" maxLength:"100" doc:"Later edits keep it"`
}

// RenameScene sets the name of a scene, as a new version. Later edits keep the name, whatever the model calls the scene.
func (s *Service) RenameScene(ctx context.Context, by audit.Caller, in RenameSceneInput) (SceneRow, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opRename, in, func(ctx context.Context, note *usecase.Note) (SceneRow, error) {
		note.IDs(in.SceneID)
		if err := shownName("sceneName", in.SceneName); err != nil {
			return SceneRow{}, err
		}
		p, err := s.changeScene(ctx, by.Workspace, in.ProjectID, in.SceneID, func(scene *Scene) error {
			v := scene.current().again(opRename.Name, s.now())
			v.SceneName, v.NameSet = displayName(in.SceneName), true
			scene.add(v)
			return nil
		})
		if err != nil {
			return SceneRow{}, err
		}
		return rowOf(p, in.SceneID), nil
	})
}

// RenameProjectInput is the input of RenameProject.
type RenameProjectInput struct {
	ProjectID   string `json:"projectId" minLength:"1" maxLength:"128"`
	ProjectName string `json:"projectName" minLength:"1" maxLength:"128" doc:"What people see; calls still use projectId"`
}

// RenameProject sets what people call a project. Its id stays, so that calls and addresses that name it go on. No other
// project of the workspace may have that name or id.
func (s *Service) RenameProject(ctx context.Context, by audit.Caller, in RenameProjectInput) (ProjectRow, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opRenameProject, in, func(ctx context.Context, _ *usecase.Note) (ProjectRow, error) {
		if err := shownName("projectName", in.ProjectName); err != nil {
			return ProjectRow{}, err
		}
		if _, err := s.requireProject(ctx, by.Workspace, in.ProjectID); err != nil {
			return ProjectRow{}, err
		}
		name := strings.Join(strings.Fields(in.ProjectName), " ")
		release, err := s.files.Lock(ctx, "workspace"+ofWorkspace(by.Workspace))
		if err != nil {
			return ProjectRow{}, err
		}
		defer release()
		rows, err := s.rows(ctx, by.Workspace)
		if err != nil {
			return ProjectRow{}, err
		}
		for _, row := range rows {
			if row.ProjectID != in.ProjectID && (row.ProjectID == name || row.ProjectName == name) {
				return ProjectRow{}, errExists(name)
			}
		}
		p, err := s.change(ctx, by.Workspace, in.ProjectID, func(p *Project) error {
			p.Name = name
			if name == p.ProjectID {
				p.Name = ""
			}
			return nil
		})
		if err != nil {
			return ProjectRow{}, err
		}
		return summarise(p).row, nil
	})
}
