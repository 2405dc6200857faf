package tools

import (
	"context"
	"errors"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// idOfExchange gives mcp-go the id of a new session. HTTPHandler checks session ids itself.
type idOfExchange struct{}

// ResolveSessionIdManager is called for every request, and with nil when mcp-go ends a session.
func (idOfExchange) ResolveSessionIdManager(r *http.Request) server.SessionIdManager { //nolint:revive,staticcheck // mcp-go named it
	if r == nil {
		return knownID("")
	}
	if x := exchangeOf(r.Context()); x != nil {
		return knownID(x.newID)
	}
	return knownID("")
}

type knownID string

// Generate returns the id that was chosen.
func (id knownID) Generate() string { return string(id) }

// Validate accepts every id.
func (knownID) Validate(string) (bool, error) { return false, nil }

// Terminate does nothing.
func (knownID) Terminate(string) (bool, error) { return false, nil }

// ownSession gives a call its own callSession.
func (s *Server) ownSession(ctx context.Context, _ *http.Request) context.Context {
	x := exchangeOf(ctx)
	base, ok := server.ClientSessionFromContext(ctx).(baseSession)
	if x == nil || !x.own || !ok {
		return ctx
	}
	x.call = &callSession{baseSession: base, exchange: x}
	return s.mcp.WithContext(ctx, x.call)
}

// capabilityErrors gives a handler's error about a missing client capability the code of the newest protocol. mcp-go would
// make it an internal error.
func capabilityErrors(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result, err := next(ctx, req)
		var missing mcp.MissingRequiredClientCapabilityError
		if x := exchangeOf(ctx); x != nil && errors.As(err, &missing) {
			x.instead = &refusal{
				status: http.StatusBadRequest, rpc: mcp.MISSING_REQUIRED_CLIENT_CAPABILITY, text: missing.Error(),
				data: map[string]any{"requiredCapabilities": map[string]any{missing.Capability: struct{}{}}},
			}
		}
		return result, err
	}
}

// acknowledged delays the end of a subscription stream until the acknowledgement is sent. A subscription to nothing
// that this server offers ends at once, and mcp-go may lose its acknowledgement.
func acknowledged(ctx context.Context, _ any, _ *mcp.SubscriptionsListenRequest, _ *mcp.SubscriptionsListenResult) {
	x := exchangeOf(ctx)
	if x == nil || !x.events {
		return
	}
	await(ctx, x.streams)
}

// streams reports whether mcp-go has begun to send events.
func (x *exchange) streams() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.through
}
