package live

import (
	"container/list"
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/zishang520/socket.io/parsers/engine/v3/packet"
	"github.com/zishang520/socket.io/servers/engine/v3"

	"plotline/internal/fault"
	"plotline/internal/pause"
)

// ErrFull reports that the server accepts no further connection, because of a limit or because it is closing.
var ErrFull = errors.New("too many connections are open")

// polling is the only transport whose later requests refer to an existing connection.
const polling = "polling"

// holding bounds how long release waits for the library to register a poll whose client has left.
const holding = time.Second

// connection is an Engine.IO connection: a WebSocket, or the long polls of one client.
type connection struct {
	address   string
	session   engine.Socket // nil before the handshake is done; this and the following fields are guarded by the server's mutex
	pendingAt *list.Element // position in Server.pending; nil once admitted
	who       *Owner        // nil while pending
	evicted   bool          // closed in favour of another connection
	queue     *queue

	opened chan struct{}                 // closed when the handshake is done
	next   atomic.Pointer[chan struct{}] // closed when the library holds the latest poll
	ended  chan struct{}                 // closed when the connection ends
	end    func()                        // closes ended
}

// Handler returns a handler that serves Engine.IO at any path. The caller has checked Host and Origin, and
// removes Origin if pages of other origins are allowed. The handler returns an error only if it has written
// nothing. Handler may be called only once.
func (s *Server) Handler(cfg Config) func(w http.ResponseWriter, r *http.Request) error {
	s.cfg = cfg.withDefaults(s.logger)
	return s.serve
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if query.Has("j") {
		return fault.New(fault.InvalidArgument, "JSONP is not supported; use the transport polling or websocket")
	}
	session := query.Get("sid")
	if session != "" && query.Get("transport") != polling {
		return fault.New(fault.InvalidArgument, "a connection cannot change its transport; open a new one with WebSocket")
	}
	conn, err := s.connectionOf(session, r)
	if err != nil {
		return err
	}
	// The library's context ends when this request ends, not when the client leaves: see release.
	ctx, cancel := context.WithCancel(context.WithValue(context.WithoutCancel(r.Context()), connectionKey{}, conn))
	defer cancel()
	var ready, waits <-chan struct{}
	if conn != nil {
		ready = conn.opened
	}
	if conn != nil && r.Method == http.MethodGet { // a poll, which waits for events
		waits = conn.ended
		held := (<-chan struct{})(conn.opened)
		if session != "" {
			held = conn.poll()
		}
		go release(ctx, cancel, held, waits, r.Context().Done())
	}
	answer := newResponse(w, ready)
	defer func() {
		answer.finish(pause.Over(waits))
		if session == "" {
			s.dropFailed(conn)
		}
	}()
	s.engine.ServeHTTP(answer, r.WithContext(ctx))
	answer.awaitRelease(r.Context())
	return nil
}

// release cancels the library's part of a poll when the connection or the client is gone. It first waits
// until the library holds the poll, because the library would otherwise clean up state that it is still
// writing.
func release(ctx context.Context, cancel context.CancelFunc, held, ended, left <-chan struct{}) {
	select {
	case <-ended:
	case <-left:
	case <-ctx.Done():
		return
	}
	select {
	case <-held:
	case <-ctx.Done():
	case <-time.After(holding): // the library holds only one of two concurrent polls
	}
	cancel()
}

// poll returns a channel that is closed when the library holds the connection's next poll.
func (c *connection) poll() <-chan struct{} {
	held := make(chan struct{})
	c.next.Store(&held)
	return held
}

// pollHeld handles the library's event that it holds a poll.
func (c *connection) pollHeld(...any) {
	if held := c.next.Swap(nil); held != nil {
		close(*held)
	}
}

type connectionKey struct{}

// opened handles a completed handshake, while its request is running.
func (s *Server) opened(session engine.Socket) {
	conn, is := session.Request().Request().Context().Value(connectionKey{}).(*connection)
	if !is {
		session.Close(true)
		return
	}
	conn.queue.limit(session)
	refuseBinary(session)
	s.mu.Lock()
	closed := s.closed || conn.evicted
	s.bySession[session.Id()], conn.session = conn, session
	_ = session.Transport().On("ready", conn.pollHeld)
	close(conn.opened)
	s.mu.Unlock()
	gone := func(...any) {
		s.mu.Lock()
		delete(s.bySession, session.Id())
		s.remove(conn)
		s.mu.Unlock()
		conn.end()
	}
	_ = session.Once("close", gone)
	if closed {
		session.Close(true)
	}
	if session.ReadyState() == "closed" { // closed before any listener was registered, the library's included
		s.io.Engine().Clients().Delete(session.Id())
		gone()
	}
}

// refuseBinary closes the connection of a client that sends binary events. Plotline's clients send none, and
// the library would keep their attachments in memory until the last one arrives.
func refuseBinary(session engine.Socket) {
	_ = session.On("packet", func(args ...any) { // before the library reads it
		const event, ack = '5', '6'
		message, is := args[0].(*packet.Packet)
		if !is || message.Type != packet.MESSAGE {
			return
		}
		text, is := message.Data.(interface{ Bytes() []byte })
		if is && len(text.Bytes()) > 0 && (text.Bytes()[0] == event || text.Bytes()[0] == ack) {
			go session.Close(true)
		}
	})
}
