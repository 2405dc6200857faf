package streamhttp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/pause"
)

// post handles a message: a request, a notification, or a client's answer to a request of the server.
func (h *Handler) post(x *exchange, r *http.Request) {
	if wrong := checkHeaders(r); wrong != nil {
		x.refuse(*wrong)
		return
	}
	body, wrong := readBody(r)
	if wrong != nil {
		x.refuse(*wrong)
		return
	}
	if json.Valid(body) {
		if wrong := checkSize(body); wrong != nil {
			h.refused(wrong.bound)
			x.refuse(*wrong)
			return
		}
	}
	ctx, body := h.endpoint.TakeArguments(r.Context(), body)
	m, wrong := parse(body)
	x.id = m.ID
	if wrong != nil {
		x.refuse(*wrong)
		return
	}
	v, wrong := h.variants.of(r)
	if wrong != nil {
		x.refuse(*wrong)
		return
	}
	if mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)) || mcp.IsModernProtocol(m.Params.Meta.ProtocolVersion()) {
		h.postModern(ctx, x, v, r, m, body)
		return
	}
	h.postLegacy(ctx, x, v, r, m, body)
}

// postModern serves the protocol without sessions, where a client cancels by disconnecting.
func (h *Handler) postModern(ctx context.Context, x *exchange, v *variant, r *http.Request, m envelope, body []byte) {
	if m.Method == mcp.MethodNotificationCancelled {
		x.WriteHeader(http.StatusAccepted) // mcp-go would cancel any client's request with that id
		return
	}
	if m.Method == mcp.MethodSubscriptionsListen {
		if pause.Over(h.closing) {
			x.refuse(busy("The server is going down"))
			return
		}
		var cancel context.CancelFunc
		ctx, cancel = until(ctx, h.closing)
		defer cancel()
	}
	v.pass(ctx, x, r, body, m.Method)
}

// postLegacy serves the protocols with sessions. Each session keeps the endpoint that it began with.
func (h *Handler) postLegacy(ctx context.Context, x *exchange, v *variant, r *http.Request, m envelope, body []byte) {
	if m.Method == mcp.MethodInitialize && len(m.ID) > 0 {
		h.initialize(ctx, x, v, r, body)
		return
	}
	s := h.enter(x, r)
	if s == nil {
		return
	}
	defer h.sessions.leave(s)
	if m.Method == "" && len(m.ID) > 0 && s.requests.Answered(m.ID, body) {
		x.WriteHeader(http.StatusAccepted)
		return
	}
	x.requests = &s.requests
	s.variant.pass(ctx, x, r, body, m.Method)
}

// initialize begins a session, and drops it again if initialize fails.
func (h *Handler) initialize(ctx context.Context, x *exchange, v *variant, r *http.Request, body []byte) {
	s, ended, bound := h.sessions.begin(h.credential(ctx), v)
	h.freeSessions(ended...)
	for range ended {
		h.refused(LimitSessionsEnded)
	}
	if bound != 0 {
		h.refused(LimitSessions)
		x.refuse(h.sessionLimitError(bound))
		return
	}
	defer h.sessions.leave(s)
	x.newID = s.id
	v.pass(ctx, x, r, body, mcp.MethodInitialize)
	if x.failed() {
		x.header.Del(server.HeaderKeySessionID)
		h.sessions.end(s.id)
		h.freeSessions(s)
	}
}

// sessionLimitError rejects a session beyond a limit.
func (h *Handler) sessionLimitError(bound int) refusal {
	switch {
	case bound == closedTable:
		return busy("The server is going down")
	case bound < h.sessions.most:
		return busy(fmt.Sprintf("All %d sessions that this client may have are in use: end some by DELETE, or close their streams", bound))
	}
	return busy(fmt.Sprintf("All %d sessions are in use", bound))
}

// pass passes a message to mcp-go.
func (v *variant) pass(ctx context.Context, x *exchange, r *http.Request, body []byte, method mcp.MCPMethod) {
	x.reworded = func(text string) string { return v.endpoint.Reword(body, text) }
	x.own = method != mcp.MethodSubscriptionsListen // there mcp-go needs its own session
	v.protocol.Handle(x, &server.HTTPRequest{
		Method: r.Method, URL: r.URL, Header: r.Header, Body: body,
		Context: context.WithValue(ctx, exchangeKey{}, x),
	})
}
