package live

import (
	"bufio"
	"context"
	"errors"
	"maps"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/zishang520/socket.io/v3/pkg/types"
)

// response is the response of one request as the library has it. The library writes from goroutines of
// its own, which is too late when the request is over, since the response below may then be another
// client's, and too early in a handshake: a client that is quick would answer before the library
// listens to it.
type response struct {
	below  http.ResponseWriter
	staged atomic.Bool     // the library has its map for headers
	header http.Header     // what Write sends
	ready  <-chan struct{} // closed when the library listens
	done   chan struct{}   // closed with the request
	left   chan struct{}   // closed when the library has let go of the request, after it has written

	mu     sync.Mutex
	status int
	begun  bool // something was written, or the connection was taken over
	let    bool // left will be closed once something was written
	over   bool
}

var errOver = errors.New("the request is over")

func newResponse(below http.ResponseWriter, ready <-chan struct{}) *response {
	return &response{
		below: below, header: http.Header{}, ready: ready, status: http.StatusOK,
		done: make(chan struct{}), left: make(chan struct{}),
	}
}

// Header gives the library a map for the headers that it stages, under a lock of its own, and later the
// one that it copies them to when it writes. It would otherwise write one map from two goroutines when a
// connection closes during a request, which ends the process.
func (r *response) Header() http.Header {
	if r.staged.CompareAndSwap(false, true) {
		return http.Header{}
	}
	return r.header
}

// WriteHeader takes note of the status, for Write.
func (r *response) WriteHeader(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// Write is called once by the library. What it refuses need not wait.
func (r *response) Write(p []byte) (int, error) {
	if r.succeeds() {
		select {
		case <-r.ready:
		case <-r.done:
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return 0, errOver
	}
	if !r.begun {
		r.begun = true
		maps.Copy(r.below.Header(), r.header)
		r.below.WriteHeader(r.status)
	}
	return r.below.Write(p)
}

func (r *response) succeeds() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.status == http.StatusOK
}

// Hijack hands over the connection to a WebSocket.
func (r *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, nil, errOver
	}
	conn, buffered, err := http.NewResponseController(r.below).Hijack()
	if err != nil {
		return nil, nil, err
	}
	r.begun = true
	return &lateReader{conn, r.done}, buffered, nil
}

// lateReader is a connection that is read when its request is over: the library then listens.
type lateReader struct {
	net.Conn

	done <-chan struct{}
}

// Read waits for the end of the request.
func (c *lateReader) Read(p []byte) (int, error) {
	<-c.done
	return c.Conn.Read(p)
}

// headed is told of each answer to a poll before it is written. The library forgets which poll waits
// after it has answered: a client may not have the answer until then, lest its next poll is forgotten.
func headed(args ...any) {
	request, is := args[1].(*types.HttpContext)
	if !is || request.Method() != http.MethodGet {
		return
	}
	if r, is := request.Response().(*response); is {
		_ = request.Once("close", func(...any) { close(r.left) })
		r.mu.Lock()
		r.let = true
		r.mu.Unlock()
	}
}

// settled waits until the library has let go of an answer, or the client is gone.
func (r *response) settled(client context.Context) {
	r.mu.Lock()
	waits := r.begun && r.let
	r.mu.Unlock()
	if waits {
		select {
		case <-r.left:
		case <-client.Done():
		}
	}
}

// closePacket is Engine.IO's, as the body of a poll.
const closePacket = "1"

// finish ends the request: nothing is written any more. A client whose connection has ended while it
// waited is told so; the library leaves it without an answer.
func (r *response) finish(ended bool) {
	close(r.done)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	if r.begun || !ended {
		return
	}
	header := r.below.Header()
	header.Set("Content-Type", "text/plain; charset=UTF-8")
	header.Set("Cache-Control", "no-store")
	_, _ = r.below.Write([]byte(closePacket))
}
