package scenes

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes/tsx"
)

// ChangeDurationInput is the input of ChangeDuration.
type ChangeDurationInput struct {
	SceneID         string  `json:"sceneId" minLength:"1" maxLength:"128"`
	DurationSeconds float64 `json:"durationSeconds" minimum:"0" maximum:"3600" doc:"More than 0"`
	ProjectID       string  `json:"projectId" minLength:"1" maxLength:"128"`
}

// ChangeDurationOutput gives the duration before and after the change.
type ChangeDurationOutput struct {
	Success            bool    `json:"success"`
	SceneID            string  `json:"sceneId"`
	OldDurationFrames  int     `json:"oldDurationFrames"`
	NewDurationFrames  int     `json:"newDurationFrames"`
	OldDurationSeconds float64 `json:"oldDurationSeconds"`
	NewDurationSeconds float64 `json:"newDurationSeconds"`
	Reasoning          string  `json:"reasoning"`
	ChatResponse       string  `json:"chatResponse,omitempty" doc:"A sentence to show to the user"`
}

// ChangeDuration changes the stored duration of a scene. It does not change the code. Later edits keep the duration.
func (s *Service) ChangeDuration(ctx context.Context, by audit.Caller, in ChangeDurationInput) (ChangeDurationOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opDuration, in, func(ctx context.Context, note *usecase.Note) (ChangeDurationOutput, error) {
		frames := int(math.Round(in.DurationSeconds * tsx.FPS))
		if in.DurationSeconds <= 0 || frames < 1 {
			return ChangeDurationOutput{}, fault.Invalid("durationSeconds must be at least one frame (1/%d), got %g", tsx.FPS, in.DurationSeconds)
		}
		note.IDs(in.SceneID)
		var was, is Version
		_, err := s.changeScene(ctx, by.Workspace, in.ProjectID, in.SceneID, func(scene *Scene) error {
			was = *scene.current()
			is = was.again(opDuration.Name, s.now())
			is.Duration, is.DurationSet = frames, true
			scene.add(is)
			return nil
		})
		if err != nil {
			return ChangeDurationOutput{}, err
		}
		old, now := seconds(was.Duration), seconds(is.Duration)
		return ChangeDurationOutput{
			Success: true, SceneID: in.SceneID, OldDurationFrames: was.Duration, NewDurationFrames: is.Duration,
			OldDurationSeconds: old, NewDurationSeconds: now,
			Reasoning:    fmt.Sprintf("%s s are %d frames at %d a second; the code of the scene is unchanged", plain(in.DurationSeconds), frames, tsx.FPS),
			ChatResponse: fmt.Sprintf("“%s” now lasts %s instead of %s seconds.", is.SceneName, plain(now), plain(old)),
		}, nil
	})
}

// plain formats seconds with at most two decimals.
func plain(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// DeleteSceneInput is the input of DeleteScene.
type DeleteSceneInput struct {
	SceneID         string       `json:"sceneId" minLength:"1" maxLength:"128"`
	ProjectID       string       `json:"projectId" minLength:"1" maxLength:"128"`
	SceneName       string       `json:"sceneName,omitempty" maxLength:"500"`
	RemainingScenes []NamedScene `json:"remainingScenes,omitempty" maxItems:"1000"`
}

// DeleteSceneOutput names the deleted scene.
type DeleteSceneOutput struct {
	Success          bool   `json:"success"`
	SceneID          string `json:"sceneId"`
	DeletedSceneID   string `json:"deletedSceneId"`
	DeletedSceneName string `json:"deletedSceneName"`
	Reasoning        string `json:"reasoning"`
	ChatResponse     string `json:"chatResponse,omitempty" doc:"A sentence to show to the user"`
}

// DeleteScene removes a scene and all its versions from its project.
func (s *Service) DeleteScene(ctx context.Context, by audit.Caller, in DeleteSceneInput) (DeleteSceneOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opDelete, in, func(ctx context.Context, note *usecase.Note) (DeleteSceneOutput, error) {
		note.IDs(in.SceneID)
		removed, p, err := s.remove(ctx, by, in.ProjectID, in.SceneID)
		if err != nil {
			return DeleteSceneOutput{}, err
		}
		name := removed.current().SceneName
		return DeleteSceneOutput{
			Success: true, SceneID: removed.SceneID, DeletedSceneID: removed.SceneID, DeletedSceneName: name,
			Reasoning:    fmt.Sprintf("Deleted with all its versions (%d); scenes that remain, in their order: %d", len(removed.Versions), len(p.Scenes)),
			ChatResponse: fmt.Sprintf("“%s” is deleted.", name),
		}, nil
	})
}

// ReorderScenesInput names all scenes of a project in their new order.
type ReorderScenesInput struct {
	ProjectID string   `json:"projectId" minLength:"1" maxLength:"128"`
	SceneIDs  []string `json:"sceneIds" maxItems:"1000" maxLength:"128" doc:"All scenes of the project, in the new order"`
}

// ReorderScenes changes the order of a project's scenes.
func (s *Service) ReorderScenes(ctx context.Context, by audit.Caller, in ReorderScenesInput) (SceneList, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opReorder, in, func(ctx context.Context, note *usecase.Note) (SceneList, error) {
		note.IDs(in.SceneIDs...)
		for i, id := range in.SceneIDs {
			if slices.Index(in.SceneIDs, id) < i {
				return SceneList{}, fault.Invalid("sceneIds[%d] occurs twice: %.100s", i, id).At(i)
			}
		}
		p, err := s.rearrange(ctx, by, in.ProjectID, in.SceneIDs)
		if err != nil {
			return SceneList{}, err
		}
		return SceneList{rowsOf(p)}, nil
	})
}
