package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/server"
)

// exchange is a request and its answer, as mcp-go writes it. A single answer waits until it is whole:
// when notifications came before it, it is the last event of their stream, else the body.
type exchange struct {
	w      http.ResponseWriter
	events bool            // the client takes a stream of events
	own    bool            // the notifications of this call are ours to send
	id     json.RawMessage // of the request
	newID  string          // of the session that begins with it
	asks   *asks           // of its session, if it has one
	gone   <-chan struct{} // the client is

	instead *refusal                 // of what mcp-go answers
	plainly func(text string) string // puts the text of its error into our words

	mu      sync.Mutex // of what follows, and of w
	header  http.Header
	status  int
	body    bytes.Buffer
	stream  bool // events are being sent
	through bool // and mcp-go sends some itself
	call    *callSession
	held    map[string][]byte // parts of the answer, by the token that stands for them
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

// Header is what mcp-go sets. Only what is set before WriteHeader counts.
func (x *exchange) Header() http.Header { return x.header }

// CanStream tells whether notifications can be sent before the answer.
func (x *exchange) CanStream() bool { return x.events }

// WriteHeader keeps the status until the answer is there, but for that of a stream.
func (x *exchange) WriteHeader(status int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status = status
	if x.header.Get("Content-Type") == eventStream {
		x.through = true
		x.begin()
	}
}

// Write takes an event of mcp-go's, or a part of the answer.
func (x *exchange) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.through {
		return x.body.Write(p)
	}
	x.mu.Unlock()
	x.settle() // what was told before goes out before
	x.mu.Lock()
	return len(p), x.send(x.whole(p))
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
