// Package stdio serves MCP over standard input and output: one JSON-RPC message a line.
//
// One goroutine reads lines and takes the requests in order. A request that it starts runs concurrently with others,
// within limits, and a notification of the client can cancel it while it waits or runs. mcp-go makes the answer, and a
// connection writes it after the notifications of the call. When the input ends, running requests may finish.
package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/sharing"
	"plotline/tools/transport"
)

// Limits of one connection.
const (
	maxRequest     = 16 << 20                // bytes of one request
	maxRunning     = 100                     // requests that run at once
	maxAnswers     = 64 << 20                // bytes of answers that are built or written at once
	maxWaiting     = 10_000                  // requests that were read, including the running ones
	idleAfterInput = 5 * time.Second         // between two answers, after the client's last request
	stopping       = 1500 * time.Millisecond // for running requests after a stop
)

// errCancelled is the cause of a context that its client cancelled. Such a request gets no answer.
var errCancelled = errors.New("cancelled by the client")

// Serve serves one client: one JSON-RPC message a line, in and out. It returns nil when the client closes its side or
// ctx ends; running requests may finish, within limits. It returns an error when a write to out fails, and cancels
// running requests.
//
// The goroutine that reads in outlives ctx until in ends: a blocked read cannot be interrupted.
func Serve(ctx context.Context, to *transport.Endpoint, in io.Reader, out io.Writer) error {
	client := newSession(uuid.NewString())
	if err := to.MCP.RegisterSession(ctx, client); err != nil {
		return fmt.Errorf("MCP session: %w", err)
	}
	defer to.MCP.UnregisterSession(context.WithoutCancel(ctx), client.SessionID())

	// The calls outlive ctx, so that running requests may finish.
	calls, cancel := context.WithCancelCause(to.MCP.WithContext(context.WithoutCancel(ctx), client))
	c := &connection{
		endpoint: to, session: client, out: out, cancel: cancel, stop: ctx.Done(),
		slots: make(chan struct{}, maxRunning), places: make(chan struct{}, maxWaiting),
		inFlight: map[string]context.CancelCauseFunc{},
		answers:  sharing.NewMemory(maxAnswers, maxAnswers, func() {}), // no metric: the only client can block only itself
	}
	client.write = c.write
	pumped := make(chan struct{})
	go func() {
		defer close(pumped)
		c.pump(calls)
	}()
	c.serve(calls, in)
	client.requests.Close()
	c.finish(calls)
	cancel(context.Canceled)
	<-pumped
	return c.broken()
}

// connection is one client of Serve.
type connection struct {
	endpoint *transport.Endpoint
	session  *session
	stop     <-chan struct{}         // closed when the program stops
	cancel   context.CancelCauseFunc // cancels all calls

	slots   chan struct{} // one for each running request
	places  chan struct{} // one for each request that was read
	running sync.WaitGroup
	answers *sharing.Memory

	mu       sync.Mutex // guards inFlight and closed
	inFlight map[string]context.CancelCauseFunc
	closed   bool // no more requests are started

	written atomic.Int64 // count of messages
	outMu   sync.Mutex   // guards out and outErr
	out     io.Writer
	outErr  error
}

// serve reads until the input or the output ends, or the program stops.
func (c *connection) serve(calls context.Context, in io.Reader) {
	ended := make(chan struct{})
	go c.lead(calls, newLineReader(in, maxRequest), ended)
	select {
	case <-ended:
	case <-c.stop:
	case <-calls.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

func (c *connection) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// lead reads messages. It handles a request itself while another goroutine continues to read. Passing the request to
// another goroutine would wake an idle processor for every answer, which takes longer than many answers.
func (c *connection) lead(calls context.Context, in *lineReader, ended chan<- struct{}) {
	for {
		next, more := in.next()
		if !more {
			close(ended)
			return
		}
		if c.isClosed() {
			return
		}
		if work := c.receive(calls, next); work != nil {
			go c.lead(calls, in, ended)
			work()
			return
		}
	}
}

// message has the fields of a message that are needed to pass it on.
type message struct {
	Method mcp.MCPMethod   `json:"method"`
	ID     json.RawMessage `json:"id"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
}

// receive handles messages whose order matters, and returns the work for the others.
func (c *connection) receive(calls context.Context, next line) (work func()) {
	if next.tooLong {
		c.refuse(calls, next.raw)
		return nil
	}
	var m message
	err := json.Unmarshal(next.raw, &m)
	switch {
	case err == nil && m.Method == "" && len(m.ID) > 0:
		c.session.requests.Answered(m.ID, next.raw)
		return nil
	case err != nil || len(m.ID) == 0 || m.Method == mcp.MethodInitialize:
		c.cancelRequest(m)
		c.answer(calls, m.ID, next.raw)
		return nil
	default:
		return c.start(calls, string(m.ID), next.raw)
	}
}

// cancelRequest cancels a running or waiting request.
func (c *connection) cancelRequest(m message) {
	if m.Method != mcp.MethodNotificationCancelled {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel, ok := c.inFlight[string(m.Params.RequestID)]; ok {
		cancel(errCancelled)
	}
}

// start registers a request when there is a place for it, and returns its work. The work of several requests runs
// concurrently.
func (c *connection) start(calls context.Context, id string, raw json.RawMessage) (work func()) {
	select {
	case c.places <- struct{}{}:
	case <-c.stop:
		return nil
	case <-calls.Done():
		return nil
	}
	call, cancel := context.WithCancelCause(calls)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		cancel(nil)
		return nil
	}
	c.inFlight[id] = cancel
	c.running.Add(1)
	return func() {
		defer c.running.Done()
		defer func() {
			c.mu.Lock()
			delete(c.inFlight, id)
			c.mu.Unlock()
			cancel(nil)
			<-c.places
		}()
		select {
		case c.slots <- struct{}{}:
			defer func() { <-c.slots }()
			c.answer(call, json.RawMessage(id), raw)
		case <-call.Done():
		}
	}
}
