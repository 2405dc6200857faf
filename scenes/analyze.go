package scenes

import (
	"context"
	"errors"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/scenes/model"
	"plotline/scenes/prompts"
	"plotline/scenes/reply"
)

// AnalyzeImageInput is the input of AnalyzeImage.
type AnalyzeImageInput struct {
	ImageURLs      []string `json:"imageUrls" minItems:"1" maxItems:"4" maxBytes:"4194304" doc:"http, https or data:image"`
	AnalysisPrompt string   `json:"analysisPrompt,omitempty" maxLength:"20000" doc:"What to look for"`
}

// AnalyzeImageOutput describes what the model sees in the images.
type AnalyzeImageOutput struct {
	Analysis  reply.Analysis `json:"analysis"`
	Reasoning string         `json:"reasoning"`
	Debug     input.JSON     `json:"debug,omitempty" as:"object"`
}

// AnalyzeImage has a model describe images. It stores nothing, but it uses the model.
func (s *Service) AnalyzeImage(ctx context.Context, by audit.Caller, in AnalyzeImageInput) (AnalyzeImageOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opAnalyze, in, func(ctx context.Context, _ *usecase.Note) (AnalyzeImageOutput, error) {
		if err := s.images(ctx, in.ImageURLs); err != nil {
			return AnalyzeImageOutput{}, err
		}
		prompt := prompts.Of(prompts.Vision, prompts.Vars{"prompt": in.AnalysisPrompt, "images": len(in.ImageURLs)})
		request := model.Request{
			Service: string(prompts.Vision), System: prompt.System, JSON: true, MaxTokens: visionTokens, Temperature: careful,
			Messages: []model.Message{{Role: model.User, Text: prompt.User, Images: in.ImageURLs}},
		}
		client, done, err := s.admitModel(ctx, by.Workspace, request)
		if err != nil {
			return AnalyzeImageOutput{}, err
		}
		defer done()
		usecase.Report(ctx, 0, 0, "The model looks at the images")
		answer, err := client.Complete(ctx, request)
		if err != nil {
			return AnalyzeImageOutput{}, s.modelError(ctx, err)
		}
		analysis, err := reply.ReadAnalysis(answer.Text)
		if errors.Is(err, reply.ErrNothing) {
			return AnalyzeImageOutput{}, withTitle(fault.New(fault.Unavailable, "The model did not describe the images; try again, or use a model that accepts images").Because(err), modelTitle)
		}
		return AnalyzeImageOutput{
			Analysis: analysis, Reasoning: "What the model sees in the images, by its own account",
			Debug: debugOf(trace{Service: prompts.Vision, Model: answer.Model, Requests: 1}),
		}, err
	})
}

const visionTokens = 2048
