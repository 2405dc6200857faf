package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/graph/usecase"
)

// answerField is the one field of the form that a client shows for a question.
const answerField = "confirm"

// pending is a question that a client of the newest protocol shall ask its user, and then call again
// with the answer.
type pending struct{ question usecase.Question }

func (pending) Error() string { return "the client asks its user" }

// Unwrap makes it known to the use case as no failure.
func (pending) Unwrap() error { return usecase.ErrAsking }

// asker puts questions to the client's user by elicitation, in the way of the protocol that the client
// speaks: the newest leaves the call and comes back, those before are asked in the midst of it.
func (s *Server) asker(req mcp.CallToolRequest) usecase.Asker {
	return func(ctx context.Context, q usecase.Question) (bool, error) {
		if !elicits(ctx) {
			return false, usecase.ErrNobody
		}
		if mcp.IsModernProtocol(server.RequestProtocolVersion(ctx)) {
			if _, came := server.InputResponse(req.Params.InputResponses, q.ID); !came {
				return false, pending{q}
			}
			return confirmed(server.ElicitationResponse(req.Params.InputResponses, q.ID)), nil
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

// elicits tells whether the client said that it can ask its user.
func elicits(ctx context.Context) bool {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.ClientCapabilities != nil {
		return info.ClientCapabilities.Elicitation != nil
	}
	session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	return ok && session.GetClientCapabilities().Elicitation != nil
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

// asks is the result that sends the client to its user.
func (p pending) asks() *mcp.CallToolResult {
	return server.NewInputRequestBuilder("").Elicit(p.question.ID, form(p.question)).ToolResult()
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
