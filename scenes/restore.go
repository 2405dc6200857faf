package scenes

import (
	"context"
	"errors"
	"fmt"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes/tsx"
)

// RestoreSceneInput is the input of RestoreScene.
type RestoreSceneInput struct {
	ProjectID string `json:"projectId" minLength:"1" maxLength:"128"`
	SceneID   string `json:"sceneId" minLength:"1" maxLength:"128"`
	Version   int    `json:"version" minimum:"1" doc:"The version to restore"`
}

// RestoreScene makes an older version of a scene the newest one: its code, name and duration. It adds a version, so
// nothing is lost.
func (s *Service) RestoreScene(ctx context.Context, by audit.Caller, in RestoreSceneInput) (SceneRow, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opRestore, in, func(ctx context.Context, note *usecase.Note) (SceneRow, error) {
		note.IDs(in.SceneID)
		_, _, v, err := s.find(ctx, by, SceneInput(in))
		if err != nil {
			return SceneRow{}, err
		}
		if _, err := s.compileStored(ctx, by.Workspace, in.SceneID, v); err != nil {
			return SceneRow{}, err
		}
		p, err := s.changeScene(ctx, by.Workspace, in.ProjectID, in.SceneID, func(scene *Scene) error {
			if now := scene.current().Version; now == in.Version {
				return fault.Invalid("version %d is already the newest of scene %.100s; give an older one", now, in.SceneID)
			}
			made := v.again(opRestore.Name, s.now())
			made.Restored, made.Reasoning = v.Version, fmt.Sprintf("The same as version %d.", v.Version)
			scene.add(made)
			return nil
		})
		if err != nil {
			return SceneRow{}, err
		}
		s.episodes.writeSoon(ctx, p, by.Actor)
		return rowOf(p, in.SceneID), nil
	})
}

// compileStored compiles a stored version. Only the code in a file that was edited by hand can fail.
func (s *Service) compileStored(ctx context.Context, workspace, sceneID string, v *Version) (tsx.Compiled, error) {
	compiled, err := s.cfg.Compile(ctx, workspace, v.TSXCode)
	if problem, is := errors.AsType[*tsx.Problem](err); is {
		return compiled, fault.Newf(fault.Conflict, "Version %d of scene %.100s does not compile: %.500s", v.Version, sceneID, problem.Error())
	}
	return compiled, err
}
