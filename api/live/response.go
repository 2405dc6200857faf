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

// response is the http.ResponseWriter that the library writes to. The library writes from goroutines of its
// own, which can be too late or too early. After the request has ended, the response below may belong to
// another client. During a handshake, a quick client could answer before the library listens to it.
type response struct {
	below    http.ResponseWriter
	staged   atomic.Bool     // the library has its map of staged headers
	header   http.Header     // what Write sends
	ready    <-chan struct{} // closed when the library listens
	done     chan struct{}   // closed when the request ends
	released chan struct{}   // closed when the library has released the request, after writing

	mu          sync.Mutex
	status      int
	begun       bool // something was written, or the connection was hijacked
	willRelease bool // released will be closed after the write
	over        bool
}

var errOver = errors.New("the request is over")

func newResponse(below http.ResponseWriter, ready <-chan struct{}) *response {
	return &response{
		below: below, header: http.Header{}, ready: ready, status: http.StatusOK,
		done: make(chan struct{}), released: make(chan struct{}),
	}
}

// Header returns two maps. The library stages headers in the first one under its own lock, and copies them to
// the second one when it writes. With a single map, a connection that closes during a request would cause
// concurrent map writes, which crash the process.
func (r *response) Header() http.Header {
	if r.staged.CompareAndSwap(false, true) {
		return http.Header{}
	}
	return r.header
}

// WriteHeader records the status for Write.
func (r *response) WriteHeader(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// Write is called once by the library. A success waits until the library listens; an error does not.
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

// lateReader is a connection that is not read before its request has ended, when the library listens.
type lateReader struct {
	net.Conn

	done <-chan struct{}
}

// Read waits for the end of the request, then reads.
func (c *lateReader) Read(p []byte) (int, error) {
	<-c.done
	return c.Conn.Read(p)
}

// onHeaders handles the library's event before each response to a poll. The library clears its waiting poll only
// after writing the response. The client must not get the response before that, or the library would drop the
// client's next poll.
func onHeaders(args ...any) {
	request, is := args[1].(*types.HttpContext)
	if !is || request.Method() != http.MethodGet {
		return
	}
	if r, is := request.Response().(*response); is {
		_ = request.Once("close", func(...any) { close(r.released) })
		r.mu.Lock()
		r.willRelease = true
		r.mu.Unlock()
	}
}

// awaitRelease waits until the library has released the response, or the client is gone.
func (r *response) awaitRelease(client context.Context) {
	r.mu.Lock()
	waits := r.begun && r.willRelease
	r.mu.Unlock()
	if waits {
		select {
		case <-r.released:
		case <-client.Done():
		}
	}
}

// closePacket is the Engine.IO close packet, as the body of a poll.
const closePacket = "1"

// finish ends the request; later writes fail. If the connection ended while a poll waited, it sends
// closePacket, because the library would send nothing.
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
