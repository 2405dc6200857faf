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

// HTTPConfig is what the door over HTTP needs to know.
type HTTPConfig struct {
	// Credential names on whose behalf a request comes, by the id of its token: "" where none is
	// needed, as for every request when this is nil. A session belongs to the credential that began it.
	Credential func(ctx context.Context) string
	// SessionIdle ends a session that nobody used for so long; an hour when it is 0. An open stream
	// uses its session.
	SessionIdle time.Duration
	// Sessions is how many there may be; 10,000 when it is 0. One more ends the one that was left
	// alone for longest, of the credential that has most.
	Sessions int
	// SessionsEach is how many one credential may have; 2,000 when it is 0. One more ends the one of
	// them that was left alone for longest.
	SessionsEach int
	// Refused is called for each bound that was reached; nil is allowed.
	Refused func(Bound)
}

// Bound is a bound of the door over HTTP.
type Bound int

// The bounds.
const (
	BoundMessage       Bound = iota + 1 // a message has too much beside the arguments of a tool
	BoundSessions                       // no session can begin: all are in use
	BoundSessionsEnded                  // a session ended to make room for another
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
	if c.Refused == nil {
		c.Refused = func(Bound) {}
	}
	return c
}

// HTTPDoor serves the protocol over streamable HTTP, both eras on one endpoint. Who may come in, from
// which origin, how often and with how many bytes is judged in front of it.
//
// mcp-go does the protocol. It has no bound on sessions and lets anybody use any of them, sends the
// notifications of a call on whichever stream of its session comes first, answers refusals in plain
// text, and takes one client's word that another's call shall be cancelled: those are done here.
type HTTPDoor struct {
	server     *Server
	offers     *offers
	credential func(ctx context.Context) string
	refused    func(Bound)
	sessions   *sessionTable
	closing    bell
	swept      chan struct{} // the work in the background ended
}

// HTTP makes a door. It has work in the background, which Close ends.
func (s *Server) HTTP(cfg HTTPConfig) *HTTPDoor {
	cfg = cfg.withDefaults()
	d := &HTTPDoor{
		server: s, offers: newOffers(s), credential: cfg.Credential, refused: cfg.Refused,
		sessions: newSessionTable(cfg.Sessions, cfg.SessionsEach, cfg.SessionIdle),
		swept:    make(chan struct{}),
	}
	stop := make(chan struct{})
	d.closing.on(func() { close(stop) })
	go d.sweep(stop)
	return d
}

// ServeHTTP answers one request.
func (d *HTTPDoor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := newExchange(w, r)
	defer d.guard(r.Context(), x)
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

// guard keeps a panic in mcp-go, or in our own hooks, from ending the connection without a word.
func (d *HTTPDoor) guard(ctx context.Context, x *exchange) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p) // net/http's own word for ending a connection
	}
	d.server.logger.ErrorContext(ctx, "panic in the protocol", "panic", p, "stack", string(debug.Stack()))
	x.refuse(refusal{status: http.StatusInternalServerError, rpc: mcp.INTERNAL_ERROR, text: "Internal error"})
	x.finish(ctx)
}

// Sessions is how many there are.
func (d *HTTPDoor) Sessions() int { return d.sessions.len() }

// Close ends the streams, the sessions and the work in the background. Calls that run may finish:
// http.Server.Shutdown waits for them. A second Close does nothing.
func (d *HTTPDoor) Close() {
	d.closing.ring()
	<-d.swept
	d.forget(d.sessions.close()...)
}

// sweep ends sessions that nobody uses.
func (d *HTTPDoor) sweep(stop <-chan struct{}) {
	defer close(d.swept)
	ticker := time.NewTicker(max(d.sessions.idle/10, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			d.forget(d.sessions.expired()...)
		case <-stop:
			return
		}
	}
}

// forget makes mcp-go drop what it keeps of sessions that ended: it does so for a DELETE.
func (d *HTTPDoor) forget(ended ...*httpSession) {
	for _, s := range ended {
		s.offer.protocol.Handle(&exchange{header: http.Header{}}, &server.HTTPRequest{
			Method: http.MethodDelete, Header: http.Header{server.HeaderKeySessionID: {s.id}},
		})
	}
}
