package scenes

import (
	"context"

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
		if err := requireText("sceneName", in.SceneName); err != nil {
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
