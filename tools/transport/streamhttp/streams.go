package streamhttp

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/fault"
)

// get opens a session's stream for messages from the server.
func (h *Handler) get(x *exchange, r *http.Request) {
	if wrong := onlyLegacy(r); wrong != nil {
		x.refuse(*wrong)
		return
	}
	if !accepts(r, eventStream) {
		x.refuse(refusal{status: http.StatusNotAcceptable, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument, text: "The Accept header must allow text/event-stream"})
		return
	}
	s := h.enter(x, r)
	if s == nil {
		return
	}
	defer h.sessions.leave(s)
	ctx, cancel := until(r.Context(), s.ending)
	defer cancel()
	s.variant.protocol.Handle(x, &server.HTTPRequest{Method: r.Method, URL: r.URL, Header: r.Header, Context: ctx})
}

// delete ends a session and its streams.
func (h *Handler) delete(x *exchange, r *http.Request) {
	if wrong := onlyLegacy(r); wrong != nil {
		x.refuse(*wrong)
		return
	}
	s := h.enter(x, r)
	if s == nil {
		return
	}
	h.sessions.leave(s)
	h.sessions.end(s.id)
	h.freeSessions(s)
	x.WriteHeader(http.StatusNoContent)
}

// enter returns the session that a request names, or refuses the request and returns nil. The caller must call leave.
func (h *Handler) enter(x *exchange, r *http.Request) *session {
	s, wrong := h.sessionOf(r)
	if wrong != nil {
		x.refuse(*wrong)
	}
	return s
}

// sessionOf returns the session that a request names. The caller must call leave. A session of another credential is
// reported as unknown.
func (h *Handler) sessionOf(r *http.Request) (*session, *refusal) {
	id := r.Header.Get(server.HeaderKeySessionID)
	if id == "" {
		return nil, &refusal{
			status: http.StatusBadRequest, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument,
			text: "The " + server.HeaderKeySessionID + " header is missing: send initialize first, and the id that it answers with every request after it",
		}
	}
	s, ok := h.sessions.enter(id, h.credential(r.Context()))
	if !ok {
		return nil, &refusal{
			status: http.StatusNotFound, rpc: sessionNotFound, code: fault.NotFound,
			text: "Session not found: send initialize to begin a new one",
		}
	}
	return s, nil
}

// onlyLegacy rejects HTTP methods that the protocol without sessions does not have.
func onlyLegacy(r *http.Request) *refusal {
	if !mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)) {
		return nil
	}
	wrong := notAllowed(r, "the protocol has only POST from "+mcp.ProtocolVersion20260728+" on; subscriptions/listen opens a stream")
	return &wrong
}

// until returns a context that also ends when end is closed. cancel must be called.
func until(ctx context.Context, end <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-end:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
