package streamhttp

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// idOfExchange gives mcp-go the id of a new session. Handler checks session ids itself.
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
func (v *variant) ownSession(ctx context.Context, _ *http.Request) context.Context {
	x := exchangeOf(ctx)
	base, ok := server.ClientSessionFromContext(ctx).(baseSession)
	if x == nil || !x.own || !ok {
		return ctx
	}
	x.call = &callSession{baseSession: base, exchange: x}
	return v.endpoint.MCP.WithContext(ctx, x.call)
}

// Middleware is for the handlers of all tools. It keeps a large result away from mcp-go, which would copy it. An error
// about a missing client capability gets the code of the newest protocol: mcp-go would make it an internal error.
func Middleware(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result, err := next(ctx, req)
		x := exchangeOf(ctx)
		if x == nil {
			return result, err
		}
		if missing, is := errors.AsType[mcp.MissingRequiredClientCapabilityError](err); is {
			x.instead = &refusal{
				status: http.StatusBadRequest, rpc: mcp.MISSING_REQUIRED_CLIENT_CAPABILITY, text: missing.Error(),
				data: map[string]any{"requiredCapabilities": map[string]any{missing.Capability: struct{}{}}},
			}
		}
		if result == nil {
			return nil, err
		}
		return x.withTokens(result), err
	}
}

// AddHooks adds the hook that the transport needs.
func AddHooks(h *server.Hooks) { h.AddAfterSubscriptionsListen(acknowledged) }

// acknowledged delays the end of a subscription stream until the acknowledgement is sent. A subscription to nothing
// that this server offers ends at once, and mcp-go may lose its acknowledgement.
func acknowledged(ctx context.Context, _ any, _ *mcp.SubscriptionsListenRequest, _ *mcp.SubscriptionsListenResult) {
	x := exchangeOf(ctx)
	if x == nil || !x.events {
		return
	}
	for waited := time.Duration(0); !x.streams() && waited < time.Second; waited += time.Millisecond {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// streams reports whether mcp-go has begun to send events.
func (x *exchange) streams() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.through
}
