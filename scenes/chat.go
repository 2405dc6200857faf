package scenes

import (
	"context"
	"time"

	"plotline/graph/fault"
	"plotline/scenes/model"
	"plotline/scenes/prompts"
	"plotline/scenes/reply"
)

const (
	// chatTime is how long the answer waits for the sentence.
	chatTime   = 5 * time.Second
	chatTokens = 200
)

// chat is the conversational service: a sentence for the user, "" when there is none. It is asked when the
// change is stored, so that nothing is lost by it. Only the endpoint is asked: a client that lends its model
// is a conversation already, and its user may have to allow each question.
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
		s.cfg.Logger.DebugContext(ctx, "a scene goes without a sentence for the user", "error", err)
		return ""
	}
	return reply.Sentence(answer.Text)
}

// reason is what an error says to a client.
func reason(err error) string { return fault.From(err).Details }
