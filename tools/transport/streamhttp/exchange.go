package streamhttp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport"
)

// exchange is a request and its answer, as mcp-go writes it. A single answer is buffered until it is complete. If
// notifications were sent, it becomes the last event of their stream, else the body.
type exchange struct {
	w        http.ResponseWriter
	events   bool                      // the client accepts an event stream
	own      bool                      // this package sends the notifications of the call
	id       json.RawMessage           // of the request
	newID    string                    // of the session that begins with it
	requests *transport.ClientRequests // of its session, if it has one
	gone     <-chan struct{}           // closed when the client is gone

	instead  *refusal                 // replaces mcp-go's answer
	reworded func(text string) string // rewrites the text of its error

	mu      sync.Mutex // guards the fields below, and w
	header  http.Header
	status  int
	body    bytes.Buffer
	stream  bool // events are being sent
	through bool // mcp-go sends events itself
	call    *callSession
	held    map[string][]byte // parts of the answer, by the token that replaces them
}

var _ server.HTTPResponseWriter = (*exchange)(nil)

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

func newExchange(w http.ResponseWriter, r *http.Request) *exchange {
	return &exchange{w: w, events: accepts(r, eventStream), gone: r.Context().Done(), header: http.Header{}}
}

// Header returns the header for mcp-go to set. Changes after WriteHeader have no effect.
func (x *exchange) Header() http.Header { return x.header }

// CanStream reports whether notifications can be sent before the answer.
func (x *exchange) CanStream() bool { return x.events }

// WriteHeader stores the status for finish, but begins an event stream at once.
func (x *exchange) WriteHeader(status int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status = status
	if x.header.Get("Content-Type") == eventStream {
		x.through = true
		x.begin()
	}
}

// Write sends an event of mcp-go, or buffers part of the answer.
func (x *exchange) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.through {
		return x.body.Write(p)
	}
	x.mu.Unlock()
	x.settle() // write earlier notifications first
	x.mu.Lock()
	return len(p), x.send(x.restoreParts(p))
}

// Flush sends the events written so far.
func (x *exchange) Flush() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.flush()
}

func (x *exchange) flush() {
	if x.stream {
		_ = http.NewResponseController(x.w).Flush()
	}
}
