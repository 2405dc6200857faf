package scenes

import (
	"context"
	"time"

	"plotline/internal/fault"
	"plotline/scenes/model"
	"plotline/scenes/prompts"
	"plotline/scenes/reply"
)

const (
	// chatTime is the longest that a result waits for the sentence.
	chatTime   = 5 * time.Second
	chatTokens = 200
)

// chat asks the configured model for a sentence to the user. It returns "" when there is none. It runs after the
// change is stored, so a failure loses nothing. It never asks the model of an MCP client: that client writes its own
// sentences, and its user may have to approve each request.
func (s *Service) chat(ctx context.Context, vars prompts.Vars) string {
	if s.cfg.Model == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, chatTime)
	defer cancel()
	prompt := prompts.Of(prompts.Conversation, vars)
	answer, err := s.cfg.Model.Complete(ctx, model.Request{
		Service: string(prompts.Conversation), System: prompt.System, MaxTokens: chatTokens, Temperature: inventive,
		Messages: []model.Message{{Role: model.User, Text: prompt.User}},
	})
	if err != nil {
		s.cfg.Logger.DebugContext(ctx, "a scene has no sentence for the user", "error", err)
		return ""
	}
	return reply.Sentence(answer.Text)
}

// reason returns the text of an error that clients may see.
func reason(err error) string { return fault.From(err).Details }
