package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/answers"
)

// limits are the limits of ServeStdio.
type limits struct {
	request        int           // bytes of one request
	running        int           // requests that run at once
	answers        int64         // bytes of answers that are built or written at once
	waiting        int           // requests that were read, including the running ones
	idleAfterInput time.Duration // between two answers, after the client's last request
	stopping       time.Duration // for running requests after a stop
}

func standardLimits() limits {
	return limits{
		request: 16 << 20, running: 100, answers: 64 << 20, waiting: 10_000,
		idleAfterInput: 5 * time.Second, stopping: 1500 * time.Millisecond,
	}
}

// errCancelled is the cause of a context that its client cancelled. Such a request gets no answer.
var errCancelled = errors.New("cancelled by the client")

// ServeStdio serves one client: one JSON-RPC message a line, in and out. It returns nil when the client closes its
// side or ctx ends; running requests may finish, within limits. It returns an error when a write to out fails, and
// cancels running requests.
//
// mcp-go's own stdio server cancels running requests at the end of the input and never answers them. It cannot cancel
// waiting requests. It shares one session between all servers of a process, reads lines of any length, and may lose a
// notification that an answer overtakes.
//
// The goroutine that reads in outlives ctx until in ends: a blocked read cannot be interrupted.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	session := newStdioSession(uuid.NewString())
	if err := s.mcp.RegisterSession(ctx, session); err != nil {
		return fmt.Errorf("MCP session: %w", err)
	}
	defer s.mcp.UnregisterSession(context.WithoutCancel(ctx), session.SessionID())

	// The calls outlive ctx, so that running requests may finish.
	calls, cancel := context.WithCancelCause(s.mcp.WithContext(context.WithoutCancel(ctx), session))
	c := &connection{
		server: s, session: session, out: out, cancel: cancel, stop: ctx.Done(),
		slots: make(chan struct{}, s.stdio.running), places: make(chan struct{}, s.stdio.waiting),
		inFlight: map[string]context.CancelCauseFunc{},
		answers:  answers.New(s.stdio.answers, s.stdio.answers, func() {}), // no metric: the only client can block only itself
	}
	session.write = c.write
	pumped := make(chan struct{})
	go func() {
		defer close(pumped)
		c.pump(calls)
	}()
	c.serve(calls, in)
	session.asks.close()
	c.finish(calls)
	cancel(context.Canceled)
	<-pumped
	return c.broken()
}

// connection is one client of ServeStdio.
type connection struct {
	server  *Server
	session *stdioSession
	stop    <-chan struct{}         // closed when the program stops
	cancel  context.CancelCauseFunc // cancels all calls

	slots   chan struct{} // one for each running request
	places  chan struct{} // one for each request that was read
	running sync.WaitGroup
	answers *answers.Memory

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
	go c.lead(calls, newLineReader(in, c.server.stdio.request), ended)
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
		c.session.asks.answered(m.ID, next.raw)
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

// answer handles a message and writes the response, unless there is none or the client cancelled the request.
func (c *connection) answer(ctx context.Context, id, raw json.RawMessage) {
	ctx, end := c.answers.Begin(ctx)
	defer end()
	response := c.handle(ctx, id, raw)
	if response != nil && !errors.Is(context.Cause(ctx), errCancelled) {
		c.write(ctx, response)
	}
}

// handle recovers from a panic in mcp-go or in a hook, which would end the process.
func (c *connection) handle(ctx context.Context, id, raw json.RawMessage) (response mcp.JSONRPCMessage) {
	defer func() {
		if p := recover(); p != nil {
			c.server.logger.ErrorContext(ctx, "panic in the protocol", "panic", p, "stack", string(debug.Stack()))
			response = nil
			if len(id) > 0 {
				response = rpcError(id, mcp.INTERNAL_ERROR, "Internal error")
			}
		}
	}()
	ctx, raw = c.server.takeArguments(ctx, raw)
	response = c.server.mcp.HandleMessage(ctx, raw)
	if failed, is := response.(mcp.JSONRPCError); is {
		failed.Error.Message = c.server.rewriteError(raw, failed.Error.Message)
		return failed
	}
	return response
}

// refuse answers a request that is too long.
func (c *connection) refuse(calls context.Context, ends json.RawMessage) {
	c.write(calls, rpcError(idOf(ends), mcp.INVALID_REQUEST,
		fmt.Sprintf("Too large: a request may have %d bytes", c.server.stdio.request)))
}

func rpcError(id json.RawMessage, code int, text string) mcp.JSONRPCMessage {
	return mcp.NewJSONRPCError(requestID(id), code, text, nil)
}

// requestID is null for an unreadable id, as JSON-RPC requires.
func requestID(id json.RawMessage) mcp.RequestId {
	var known mcp.RequestId
	_ = json.Unmarshal(id, &known)
	return known
}

// write writes one message on a line of its own. A failed write cancels all calls.
func (c *connection) write(ctx context.Context, message any) {
	raw, err := marshal(message)
	if err != nil {
		c.server.logger.ErrorContext(ctx, "a message cannot be written", "error", err)
		return
	}
	c.outMu.Lock()
	defer c.outMu.Unlock()
	if c.outErr != nil {
		return
	}
	if _, err := c.out.Write(append(raw, '\n')); err != nil {
		c.outErr = fmt.Errorf("the client takes no more: %w", err)
		c.cancel(context.Canceled)
		return
	}
	c.written.Add(1)
}

func (c *connection) broken() error {
	c.outMu.Lock()
	defer c.outMu.Unlock()
	return c.outErr
}
