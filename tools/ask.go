package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/graph/usecase"
)

// answerField is the one field of the form that a client shows for a question.
const answerField = "confirm"

// asker puts questions to the client's user by elicitation, in the way of the protocol that the client
// speaks: the newest leaves the call and comes back, those before are asked in the midst of it, when
// there are no rounds.
func (s *Server) asker(r *rounds) usecase.Asker {
	return func(ctx context.Context, q usecase.Question) (bool, error) {
		if capabilities(ctx).Elicitation == nil {
			return false, usecase.ErrNobody
		}
		if r != nil {
			return r.confirm(q)
		}
		said, err := s.mcp.RequestElicitation(ctx, mcp.ElicitationRequest{
			Request: mcp.Request{Method: string(mcp.MethodElicitationCreate)}, Params: form(q),
		})
		if err != nil {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			return false, usecase.ErrNobody // it said that it can, and cannot
		}
		return confirmed(said), nil
	}
}

// capabilities are what the client said that it can do: with the request, else for its session.
func capabilities(ctx context.Context) mcp.ClientCapabilities {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.ClientCapabilities != nil {
		return *info.ClientCapabilities
	}
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return session.GetClientCapabilities()
	}
	return mcp.ClientCapabilities{}
}

// confirm is the answer of the client's user, or an error that ends this round.
func (r *rounds) confirm(q usecase.Question) (bool, error) {
	got, err := r.answer("question "+q.ID, question{
		id: q.ID,
		put: func(b *server.InputRequestBuilder) {
			b.Elicit(q.ID, form(q))
		},
		read: func(came mcp.InputResponses) said {
			return said{Yes: confirmed(server.ElicitationResponse(came, q.ID))}
		},
	})
	return got.Yes, err
}

// form is a question with one box to tick.
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

// confirmed is a yes that was said: a form that was closed, or sent without the tick, is none.
func confirmed(said *mcp.ElicitationResult) bool {
	if said == nil || said.Action != mcp.ElicitationResponseActionAccept {
		return false
	}
	content, _ := said.Content.(map[string]any)
	yes, _ := content[answerField].(bool)
	return yes
}
