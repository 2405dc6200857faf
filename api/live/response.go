package live

import (
	"bufio"
	"errors"
	"maps"
	"net"
	"net/http"
	"sync"
)

// response is the response of one request as the library has it. The library writes from goroutines of
// its own, and may do so when the request is over; the response below may then be another client's.
type response struct {
	below  http.ResponseWriter
	header http.Header

	mu     sync.Mutex
	status int
	begun  bool // something was written, or the connection was taken over
	over   bool
}

var errOver = errors.New("the request is over")

func newResponse(below http.ResponseWriter) *response {
	return &response{below: below, header: http.Header{}, status: http.StatusOK}
}

// Header is the response's own until something is written.
func (r *response) Header() http.Header { return r.header }

// WriteHeader takes note of the status, for Write.
func (r *response) WriteHeader(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// Write is called once by the library.
func (r *response) Write(p []byte) (int, error) {
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

// Hijack hands over the connection to a WebSocket.
func (r *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, nil, errOver
	}
	conn, buffered, err := http.NewResponseController(r.below).Hijack()
	r.begun = r.begun || err == nil
	return conn, buffered, err
}

// closePacket is Engine.IO's, as the body of a poll.
const closePacket = "1"

// finish ends the request: nothing is written any more. A client whose connection has ended while it
// waited is told so; the library leaves it without an answer.
func (r *response) finish(ended bool) {
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
