package tools

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// HTTPConfig configures an HTTPHandler.
type HTTPConfig struct {
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

// Limit is a limit of the HTTP transport.
type Limit int

// The limits.
const (
	LimitMessage       Limit = iota + 1 // a message is too large, not counting the arguments of a tool
	LimitSessions                       // no session can begin: all are in use
	LimitSessionsEnded                  // a session was ended to begin another
)

func (c HTTPConfig) withDefaults() HTTPConfig {
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

// HTTPHandler serves MCP over streamable HTTP, both the protocols with sessions and the one without, on one endpoint.
// Middleware in front of it checks authentication, origin, rate and size.
//
// mcp-go handles the protocol. HTTPHandler adds what mcp-go lacks: mcp-go does not limit sessions, and any client may
// use any of them. It sends the notifications of a call on any stream of the session. It answers rejections in plain
// text. It lets one client cancel another's call.
type HTTPHandler struct {
	server     *Server
	offers     *variants
	credential func(ctx context.Context) string
	refused    func(Limit)
	sessions   *sessionTable
	closing    event
	swept      chan struct{} // closed when the background work has ended
}

// HTTP returns an HTTPHandler. It starts background work, which Close ends.
func (s *Server) HTTP(cfg HTTPConfig) *HTTPHandler {
	cfg = cfg.withDefaults()
	d := &HTTPHandler{
		server: s, offers: newOffers(s), credential: cfg.Credential, refused: cfg.OnLimit,
		sessions: newSessionTable(cfg.Sessions, cfg.SessionsEach, cfg.SessionIdle),
		swept:    make(chan struct{}),
	}
	stop := make(chan struct{})
	d.closing.on(func() { close(stop) })
	go d.sweep(stop)
	return d
}

// ServeHTTP serves one request.
func (d *HTTPHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := newExchange(w, r)
	defer d.recoverPanic(r.Context(), x)
	switch r.Method {
	case http.MethodPost:
		d.post(x, r)
	case http.MethodGet:
		d.get(x, r)
	case http.MethodDelete:
		d.delete(x, r)
	default:
		x.refuse(notAllowed(r, "there is only POST, GET and DELETE here"))
	}
	x.finish(r.Context())
}

// recoverPanic answers with an error after a panic in mcp-go or in a hook. Otherwise the connection would end without an
// answer.
func (d *HTTPHandler) recoverPanic(ctx context.Context, x *exchange) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p) // net/http uses it to end a connection
	}
	d.server.logger.ErrorContext(ctx, "panic in the protocol", "panic", p, "stack", string(debug.Stack()))
	x.refuse(refusal{status: http.StatusInternalServerError, rpc: mcp.INTERNAL_ERROR, text: "Internal error"})
	x.finish(ctx)
}

// Sessions returns the number of sessions.
func (d *HTTPHandler) Sessions() int { return d.sessions.len() }

// Close ends the streams, the sessions and the background work. Running calls may finish: http.Server.Shutdown waits
// for them. A second Close does nothing.
func (d *HTTPHandler) Close() {
	d.closing.ring()
	<-d.swept
	d.freeSessions(d.sessions.close()...)
}

// sweep ends unused sessions.
func (d *HTTPHandler) sweep(stop <-chan struct{}) {
	defer close(d.swept)
	ticker := time.NewTicker(max(d.sessions.idle/10, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			d.freeSessions(d.sessions.expired()...)
		case <-stop:
			return
		}
	}
}

// freeSessions makes mcp-go free ended sessions, by sending it a DELETE for each.
func (d *HTTPHandler) freeSessions(ended ...*httpSession) {
	for _, s := range ended {
		s.offer.protocol.Handle(&exchange{header: http.Header{}}, &server.HTTPRequest{
			Method: http.MethodDelete, Header: http.Header{server.HeaderKeySessionID: {s.id}},
		})
	}
}
