// Package streamhttp serves MCP over streamable HTTP, both the protocols with sessions and the one without.
//
// Handler.ServeHTTP makes an exchange of a request. post checks headers and size, takes the arguments of a tool out of
// the message, and lets the query choose a variant. A message of the protocols with sessions needs a session of its
// credential, which the session table limits. mcp-go then handles the message, and writes to the exchange. Each call
// has its own session, a callSession, whose notifications and requests to the client are sent on the stream of the
// call. finish writes the answer after them. get opens a session's stream for other messages, and delete ends a
// session.
package streamhttp

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"runtime/debug"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport"
)

// Config configures an Handler.
type Config struct {
	// Credential returns the id of a request's token, or "" if none is required. nil means that none ever is. A
	// session belongs to the credential that began it.
	Credential func(ctx context.Context) string
	// SessionIdle ends a session that was unused for so long; 0 means an hour. An open stream counts as use.
	SessionIdle time.Duration
	// Sessions limits all sessions; 0 means 10,000. One more ends the longest unused session of the credential that
	// has the most sessions.
	Sessions int
	// SessionsEach limits the sessions of one credential; 0 means 2,000. One more ends the longest unused of them.
	SessionsEach int
	// OnLimit is called each time a limit is reached; it may be nil.
	OnLimit func(Limit)
}

// Limit is a limit of the transport.
type Limit int

// The limits.
const (
	LimitMessage       Limit = iota + 1 // a message is too large, not counting the arguments of a tool
	LimitSessions                       // no session can begin: all are in use
	LimitSessionsEnded                  // a session was ended to begin another
)

func (c Config) withDefaults() Config {
	if c.Credential == nil {
		c.Credential = func(context.Context) string { return "" }
	}
	if c.SessionIdle <= 0 {
		c.SessionIdle = time.Hour
	}
	if c.Sessions <= 0 {
		c.Sessions = 10_000
	}
	if c.SessionsEach <= 0 {
		c.SessionsEach = 2000
	}
	if c.OnLimit == nil {
		c.OnLimit = func(Limit) {}
	}
	return c
}

// Handler serves MCP over streamable HTTP, both the protocols with sessions and the one without, on one endpoint.
// Middleware in front of it checks authentication, origin, rate and size.
type Handler struct {
	endpoint   *transport.Endpoint // with the default tools
	variants   *variants
	credential func(ctx context.Context) string
	refused    func(Limit)
	sessions   *sessionTable
	close      func()
	closing    chan struct{} // closed by close
	swept      chan struct{} // closed when the background work has ended
}

// New returns a Handler. choose returns the endpoint that a request's query selects, or a *fault.Error. New starts
// background work, which Close ends.
func New(to *transport.Endpoint, choose func(query url.Values) (*transport.Endpoint, error), cfg Config) *Handler {
	cfg = cfg.withDefaults()
	h := &Handler{
		endpoint: to, variants: &variants{choose: choose, made: map[*transport.Endpoint]*variant{}},
		credential: cfg.Credential, refused: cfg.OnLimit,
		sessions: newSessionTable(cfg.Sessions, cfg.SessionsEach, cfg.SessionIdle),
		closing:  make(chan struct{}), swept: make(chan struct{}),
	}
	h.close = sync.OnceFunc(func() { close(h.closing) })
	go h.sweep()
	return h
}

// ServeHTTP serves one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := newExchange(w, r)
	defer h.recoverPanic(r.Context(), x)
	switch r.Method {
	case http.MethodPost:
		h.post(x, r)
	case http.MethodGet:
		h.get(x, r)
	case http.MethodDelete:
		h.delete(x, r)
	default:
		x.refuse(notAllowed(r, "there is only POST, GET and DELETE here"))
	}
	x.finish(r.Context())
}

// recoverPanic answers with an error after a panic in mcp-go or in a hook. Otherwise the connection would end without an
// answer.
func (h *Handler) recoverPanic(ctx context.Context, x *exchange) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p) // net/http uses it to end a connection
	}
	h.endpoint.Logger.ErrorContext(ctx, "panic in the protocol", "panic", p, "stack", string(debug.Stack()))
	x.refuse(refusal{status: http.StatusInternalServerError, rpc: mcp.INTERNAL_ERROR, text: "Internal error"})
	x.finish(ctx)
}

// Sessions returns the number of sessions.
func (h *Handler) Sessions() int { return h.sessions.len() }

// Close ends the streams, the sessions and the background work. Running calls may finish: http.Server.Shutdown waits
// for them. A second Close does nothing.
func (h *Handler) Close() {
	h.close()
	<-h.swept
	h.freeSessions(h.sessions.close()...)
}

// sweep ends unused sessions.
func (h *Handler) sweep() {
	defer close(h.swept)
	ticker := time.NewTicker(max(h.sessions.idle/10, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			h.freeSessions(h.sessions.expired()...)
		case <-h.closing:
			return
		}
	}
}

// freeSessions makes mcp-go free ended sessions, by sending it a DELETE for each.
func (h *Handler) freeSessions(ended ...*session) {
	for _, s := range ended {
		s.variant.protocol.Handle(&exchange{header: http.Header{}}, &server.HTTPRequest{
			Method: http.MethodDelete, Header: http.Header{server.HeaderKeySessionID: {s.id}},
		})
	}
}
