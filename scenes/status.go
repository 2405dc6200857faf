package scenes

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// SceneModelInput is the input of GetSceneModel.
type SceneModelInput struct{}

// SceneModelOutput reports whether this server has a model that writes scenes.
type SceneModelOutput struct {
	Configured bool   `json:"configured"`
	Details    string `json:"details,omitempty" doc:"What to set, if no model is configured"`
}

// GetSceneModel reports whether a model is configured, so that pages can say at once that a request would fail.
func (s *Service) GetSceneModel(ctx context.Context, by audit.Caller, in SceneModelInput) (SceneModelOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opModel, in, func(context.Context, *usecase.Note) (SceneModelOutput, error) {
		if s.cfg.Model == nil {
			return SceneModelOutput{Details: "To have scenes written, start Plotline with PLOTLINE_AI_BASE_URL set to an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1 for Ollama"}, nil
		}
		return SceneModelOutput{Configured: true}, nil
	})
}
