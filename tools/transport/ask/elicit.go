package ask

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/usecase"
	"plotline/tools/transport"
)

// answerField is the only field of the form that a client shows for a question.
const answerField = "confirm"

// byElicitation asks the client's user. Clients of the newest protocol get the question as the result of the call and
// repeat the call with the answer. Older clients are asked during the call; r is nil for them.
func byElicitation(r *rounds) usecase.Asker {
	return func(ctx context.Context, q usecase.Question) (bool, error) {
		if transport.Capabilities(ctx).Elicitation == nil {
			return false, usecase.ErrNoAsker
		}
		if r != nil {
			return r.confirm(q)
		}
		reply, err := server.ServerFromContext(ctx).RequestElicitation(ctx, mcp.ElicitationRequest{
			Request: mcp.Request{Method: string(mcp.MethodElicitationCreate)}, Params: form(q),
		})
		if err != nil {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			return false, usecase.ErrNoAsker // the client offers elicitation, but it failed
		}
		return confirmed(reply), nil
	}
}

// confirm returns the answer of the client's user, or an error that ends this round.
func (r *rounds) confirm(q usecase.Question) (bool, error) {
	got, err := r.answer("question "+q.ID, question{
		id: q.ID,
		put: func(b *server.InputRequestBuilder) {
			b.Elicit(q.ID, form(q))
		},
		read: func(came mcp.InputResponses) storedAnswer {
			return storedAnswer{Yes: confirmed(server.ElicitationResponse(came, q.ID))}
		},
	})
	return got.Yes, err
}

// form is a question with one checkbox.
func form(q usecase.Question) mcp.ElicitationParams {
	return mcp.ElicitationParams{
		Message: q.Message,
		RequestedSchema: map[string]any{
			"type": "object",
			"properties": map[string]any{
				answerField: map[string]any{"type": "boolean", "title": "Do it", "default": false},
			},
			"required": []string{answerField},
		},
	}
}

// confirmed reports an explicit yes. A form that was closed, or sent without the tick, is a no.
func confirmed(reply *mcp.ElicitationResult) bool {
	if reply == nil || reply.Action != mcp.ElicitationResponseActionAccept {
		return false
	}
	content, _ := reply.Content.(map[string]any)
	yes, _ := content[answerField].(bool)
	return yes
}
