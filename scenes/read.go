package scenes

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes/tsx"
)

// ListScenesInput is the input of ListScenes.
type ListScenesInput struct {
	ProjectID string `json:"projectId" minLength:"1" maxLength:"128"`
}

// ListScenes lists the scenes of a project. For an unknown project the list is empty.
func (s *Service) ListScenes(ctx context.Context, by audit.Caller, in ListScenesInput) (SceneList, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opListScenes, in, func(ctx context.Context, _ *usecase.Note) (SceneList, error) {
		p, err := s.project(ctx, by.Workspace, in.ProjectID)
		if err != nil || p == nil {
			return SceneList{}, err
		}
		return SceneList{rowsOf(p)}, nil
	})
}

// SceneInput names a scene, and optionally one of its versions.
type SceneInput struct {
	ProjectID string `json:"projectId" minLength:"1" maxLength:"128"`
	SceneID   string `json:"sceneId" minLength:"1" maxLength:"128"`
	Version   int    `json:"version,omitempty" minimum:"1" doc:"Default: the newest"`
}

// VersionRow is a version in a list.
type VersionRow struct {
	Version   int        `json:"version"`
	SceneName string     `json:"sceneName"`
	Duration  int        `json:"duration" doc:"In frames"`
	Tool      string     `json:"tool" doc:"Tool that made it"`
	Prompt    string     `json:"prompt,omitempty"`
	Reasoning string     `json:"reasoning,omitempty"`
	Repairs   int        `json:"repairs,omitempty" doc:"How often the compiler rejected the model's code"`
	Fallback  bool       `json:"fallback,omitempty" doc:"Whether it is a safe scene in place of a broken one"`
	CreatedAt graph.Time `json:"createdAt"`
	EpisodeID graph.ID   `json:"episodeId,omitempty"`
}

// GetSceneOutput is a version of a scene with its code, and a list of all versions.
type GetSceneOutput struct {
	SceneID    string       `json:"sceneId"`
	SceneName  string       `json:"sceneName"`
	Order      int          `json:"order" doc:"Position, from 0"`
	Duration   int          `json:"duration" doc:"In frames, 30 per second"`
	Version    int          `json:"version"`
	Current    int          `json:"current" doc:"Number of the newest version"`
	IsWelcome  bool         `json:"isWelcome,omitempty"`
	TSXCode    string       `json:"tsxCode"`
	LayoutJSON string       `json:"layoutJson,omitempty" doc:"JSON text"`
	Versions   []VersionRow `json:"versions" doc:"Oldest first"`
}

// GetScene returns a scene with its code.
func (s *Service) GetScene(ctx context.Context, by audit.Caller, in SceneInput) (GetSceneOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opGetScene, in, func(ctx context.Context, note *usecase.Note) (GetSceneOutput, error) {
		note.IDs(in.SceneID)
		p, scene, v, err := s.find(ctx, by, in)
		if err != nil {
			return GetSceneOutput{}, err
		}
		out := GetSceneOutput{
			SceneID: scene.SceneID, SceneName: v.SceneName, Order: p.index(scene.SceneID), Duration: v.Duration, Version: v.Version,
			Current: scene.current().Version, IsWelcome: scene.IsWelcome, TSXCode: v.TSXCode, LayoutJSON: v.LayoutJSON,
			Versions: make([]VersionRow, len(scene.Versions)),
		}
		written := s.episodes.of(ctx, p)
		for i, v := range scene.Versions {
			out.Versions[i] = VersionRow{
				Version: v.Version, SceneName: v.SceneName, Duration: v.Duration, Tool: v.Tool, Prompt: v.Prompt, Reasoning: v.Reasoning,
				Repairs: v.Repairs, Fallback: v.Fallback, CreatedAt: v.CreatedAt, EpisodeID: written[versionKey(scene.SceneID, v.Version)],
			}
		}
		return out, nil
	})
}

// find returns a version of a scene.
func (s *Service) find(ctx context.Context, by audit.Caller, in SceneInput) (*Project, *Scene, *Version, error) {
	p, err := s.requireProject(ctx, by.Workspace, in.ProjectID)
	if err != nil {
		return nil, nil, nil, err
	}
	scene := p.scene(in.SceneID)
	if scene == nil {
		return nil, nil, nil, noScene(in.ProjectID, in.SceneID)
	}
	v := scene.version(in.Version)
	if v == nil {
		return nil, nil, nil, fault.Newf(fault.NotFound, "Scene %.100s has no version %d; it is at version %d", in.SceneID, in.Version, scene.current().Version)
	}
	return p, scene, v, nil
}

// PreviewOutput is what a player needs to show a scene. Script assigns the scene's exports to
// globalThis.PlotlineScene, and takes its imports from globalThis.PlotlineModules.
type PreviewOutput struct {
	SceneID   string `json:"sceneId"`
	Version   int    `json:"version"`
	SceneName string `json:"sceneName"`
	Duration  int    `json:"duration" doc:"In frames"`
	FPS       int    `json:"fps"`
	Width     int    `json:"width" doc:"Pixels"`
	Height    int    `json:"height" doc:"Pixels"`
	Script    string `json:"script" doc:"JavaScript that a model wrote: run it only in a sandbox"`
}

// The size of the picture in pixels.
const (
	width  = 1920
	height = 1080
)

// PreviewScene compiles a scene for a player.
func (s *Service) PreviewScene(ctx context.Context, by audit.Caller, in SceneInput) (PreviewOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opPreview, in, func(ctx context.Context, note *usecase.Note) (PreviewOutput, error) {
		note.IDs(in.SceneID)
		_, scene, v, err := s.find(ctx, by, in)
		if err != nil {
			return PreviewOutput{}, err
		}
		compiled, err := s.compileStored(ctx, by.Workspace, in.SceneID, v)
		if err != nil {
			return PreviewOutput{}, err
		}
		return PreviewOutput{
			SceneID: scene.SceneID, Version: v.Version, SceneName: v.SceneName, Duration: v.Duration,
			FPS: tsx.FPS, Width: width, Height: height, Script: compiled.Script,
		}, nil
	})
}

// ListProjectsInput is the input of ListProjects.
type ListProjectsInput struct{}

// ProjectRow is a project in a list.
type ProjectRow struct {
	ProjectID   string     `json:"projectId"`
	ProjectName string     `json:"projectName,omitempty" doc:"What people call it, if they have renamed it"`
	Scenes      int        `json:"scenes"`
	Duration    int        `json:"duration" doc:"In frames, 30 per second"`
	UpdatedAt   graph.Time `json:"updatedAt"`
}

// ListProjectsOutput lists the projects, the most recently changed first.
type ListProjectsOutput struct {
	Projects []ProjectRow `json:"projects"`
}

// ListProjects lists the projects of the workspace.
func (s *Service) ListProjects(ctx context.Context, by audit.Caller, in ListProjectsInput) (ListProjectsOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opListProjects, in, func(ctx context.Context, _ *usecase.Note) (ListProjectsOutput, error) {
		rows, err := s.rows(ctx, by.Workspace)
		if err != nil {
			return ListProjectsOutput{}, err
		}
		slices.SortFunc(rows, func(a, b ProjectRow) int {
			return cmp.Or(cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(a.ProjectID, b.ProjectID))
		})
		return ListProjectsOutput{rows}, nil
	})
}
