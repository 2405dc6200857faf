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

	"plotline/graph/fault"
)

// ErrFull is given to a client that finds no place, for now or since the server ends.
var ErrFull = errors.New("there is no room for another connection")

// polling is the one transport whose requests belong to a connection that is there.
const polling = "polling"

// holding is how long a poll whose client left is kept for the library to hold it.
const holding = time.Second

// maxWaiting is how many packets may wait for a client that does not read.
const maxWaiting = 1024

// connection is one of Engine.IO: a WebSocket, or the long polls of one client.
type connection struct {
	address string
	session engine.Socket // nil before the handshake is done; guarded, as what follows, by the server's mutex
	place   *list.Element // among those that are pending; nil for one that was admitted
	who     *Who          // nil for one that is pending
	evicted bool          // it made room for another

	opened chan struct{}                 // closed when the handshake is done
	next   atomic.Pointer[chan struct{}] // closed when the library holds the poll that came last
	ended  chan struct{}                 // closed with it
	end    func()                        // closes it
}

// Handler serves Engine.IO at whatever path it stands. The caller has judged Host and Origin, and takes
// the Origin off where pages of other origins may come. An error came before anything was written.
// It is called once.
func (s *Server) Handler(door Door) func(w http.ResponseWriter, r *http.Request) error {
	s.door = door.withDefaults(s.logger)
	return s.serve
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if query.Has("j") {
		return fault.New(fault.InvalidArgument, "JSONP is not served: take another transport than a script")
	}
	session := query.Get("sid")
	if session != "" && query.Get("transport") != polling {
		return fault.New(fault.InvalidArgument, "a connection stays with the transport that it began by: open another by WebSocket at once")
	}
	conn, err := s.connectionOf(session, r)
	if err != nil {
		return err
	}
	// What the library gets ends with us, and not with the client: see release.
	ctx, cancel := context.WithCancel(context.WithValue(context.WithoutCancel(r.Context()), connectionKey{}, conn))
	defer cancel()
	var ready, waits <-chan struct{}
	if conn != nil {
		ready = conn.opened
	}
	if conn != nil && r.Method == http.MethodGet { // it waits for what there is to tell
		waits = conn.ended
		held := (<-chan struct{})(conn.opened)
		if session != "" {
			held = conn.poll()
		}
		go release(ctx, cancel, held, waits, r.Context().Done())
	}
	answer := newResponse(w, ready)
	defer func() {
		answer.finish(isClosed(waits))
		if session == "" {
			s.settle(conn)
		}
	}()
	s.engine.ServeHTTP(answer, r.WithContext(ctx))
	answer.settled(r.Context())
	return nil
}

// release ends the library's part of a poll when its connection or its client is gone, but not before the
// library holds the poll: what it would clean up then, it is still writing down.
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
	case <-time.After(holding): // of two polls at once the library holds one alone
	}
	cancel()
}

// poll gives what is closed when the library holds the next poll of the connection.
func (c *connection) poll() <-chan struct{} {
	held := make(chan struct{})
	c.next.Store(&held)
	return held
}

// holds is told that the library holds a poll.
func (c *connection) holds(...any) {
	if held := c.next.Swap(nil); held != nil {
		close(*held)
	}
}

func isClosed(ended <-chan struct{}) bool {
	select {
	case <-ended:
		return true
	default:
		return false
	}
}

type connectionKey struct{}

// opened is told of each handshake, while its request runs.
func (s *Server) opened(session engine.Socket) {
	conn, is := session.Request().Request().Context().Value(connectionKey{}).(*connection)
	if !is {
		session.Close(true)
		return
	}
	limitWaiting(session)
	refuseBinary(session)
	s.mu.Lock()
	closed := s.closed || conn.evicted
	s.bySession[session.Id()], conn.session = conn, session
	_ = session.Transport().On("ready", conn.holds)
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
	if session.ReadyState() == "closed" { // before anybody listened, the library itself included
		s.io.Engine().Clients().Delete(session.Id())
		gone()
	}
}

// limitWaiting cuts off a client that lets packets pile up.
func limitWaiting(session engine.Socket) {
	var waiting atomic.Int64
	_ = session.On("packetCreate", func(...any) {
		if waiting.Add(1) == maxWaiting {
			go session.Close(true) // it is about to write
		}
	})
	_ = session.On("flush", func(...any) { waiting.Store(0) })
}

// refuseBinary cuts off a client that sends binary events: none of ours does, and the library would keep
// their attachments until the last has come.
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
