package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// post handles a message: a request, a notification, or a client's answer to a request of the server.
func (d *HTTPHandler) post(x *exchange, r *http.Request) {
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
			d.refused(wrong.bound)
			x.refuse(*wrong)
			return
		}
	}
	ctx, body := d.server.takeArguments(r.Context(), body)
	m, wrong := parse(body)
	x.id = m.ID
	if wrong != nil {
		x.refuse(*wrong)
		return
	}
	o, wrong := d.offers.requested(r)
	if wrong != nil {
		x.refuse(*wrong)
		return
	}
	if mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)) || mcp.IsModernProtocol(m.Params.Meta.ProtocolVersion()) {
		d.postModern(ctx, x, o, r, m, body)
		return
	}
	d.postLegacy(ctx, x, o, r, m, body)
}

// postModern serves the protocol without sessions, where a client cancels by disconnecting.
func (d *HTTPHandler) postModern(ctx context.Context, x *exchange, o *variant, r *http.Request, m envelope, body []byte) {
	if m.Method == mcp.MethodNotificationCancelled {
		x.WriteHeader(http.StatusAccepted) // mcp-go would cancel any client's request with that id
		return
	}
	if m.Method == mcp.MethodSubscriptionsListen {
		if d.closing.over() {
			x.refuse(busy("The server is going down"))
			return
		}
		var cancel context.CancelFunc
		ctx, cancel = until(ctx, &d.closing)
		defer cancel()
	}
	o.pass(ctx, x, r, body, m.Method)
}

// postLegacy serves the protocols with sessions. Each session keeps the toolsets that it began with.
func (d *HTTPHandler) postLegacy(ctx context.Context, x *exchange, o *variant, r *http.Request, m envelope, body []byte) {
	if m.Method == mcp.MethodInitialize && len(m.ID) > 0 {
		d.initialize(ctx, x, o, r, body)
		return
	}
	s, wrong := d.sessionOf(r)
	if wrong != nil {
		x.refuse(*wrong)
		return
	}
	defer d.sessions.leave(s)
	if m.Method == "" && len(m.ID) > 0 && s.asks.answered(m.ID, body) {
		x.WriteHeader(http.StatusAccepted)
		return
	}
	x.asks = &s.asks
	s.offer.pass(ctx, x, r, body, m.Method)
}

// initialize begins a session, and drops it again if initialize fails.
func (d *HTTPHandler) initialize(ctx context.Context, x *exchange, o *variant, r *http.Request, body []byte) {
	s, ended, bound := d.sessions.begin(d.credential(ctx), o)
	d.freeSessions(ended...)
	for range ended {
		d.refused(LimitSessionsEnded)
	}
	if bound != 0 {
		d.refused(LimitSessions)
		x.refuse(d.sessionLimitError(bound))
		return
	}
	defer d.sessions.leave(s)
	x.newID = s.id
	o.pass(ctx, x, r, body, mcp.MethodInitialize)
	if x.failed() {
		x.header.Del(server.HeaderKeySessionID)
		d.sessions.end(s.id)
		d.freeSessions(s)
	}
}

// sessionLimitError rejects a session beyond a limit.
func (d *HTTPHandler) sessionLimitError(bound int) refusal {
	switch {
	case bound == closedTable:
		return busy("The server is going down")
	case bound < d.sessions.most:
		return busy(fmt.Sprintf("All %d sessions that this client may have are in use: end some by DELETE, or close their streams", bound))
	}
	return busy(fmt.Sprintf("All %d sessions are in use", bound))
}

// pass passes a message to mcp-go.
func (o *variant) pass(ctx context.Context, x *exchange, r *http.Request, body []byte, method mcp.MCPMethod) {
	x.plainly = func(text string) string { return o.server.rewriteError(body, text) }
	x.own = method != mcp.MethodSubscriptionsListen // there mcp-go needs its own session
	o.protocol.Handle(x, &server.HTTPRequest{
		Method: r.Method, URL: r.URL, Header: r.Header, Body: body,
		Context: context.WithValue(ctx, exchangeKey{}, x),
	})
}
