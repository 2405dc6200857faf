package live

import (
	"container/list"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/zishang520/socket.io/servers/engine/v3"
	"github.com/zishang520/socket.io/servers/socket/v3"

	"plotline/internal/access"
	"plotline/internal/sharing"
)

const (
	// maxMessage bounds one message of a client, in bytes: a token or an answer.
	maxMessage = 64 << 10
	// tokenTimeout bounds how long a connection may stay open without a valid token.
	tokenTimeout = 10 * time.Second
)

// listeners are the admitted connections of a workspace.
type listeners struct {
	count int
	ready <-chan struct{} // see OnListening
}

// Server manages the connected sockets of all workspaces. It is safe for concurrent use.
type Server struct {
	logger *slog.Logger
	io     *socket.Server
	engine http.Handler
	cfg    Config

	listening func(workspace string, listening bool) <-chan struct{} // called with the mutex held

	mu                sync.Mutex
	closed            bool
	connections       map[*connection]struct{}
	bySession         map[string]*connection
	pending           list.List      // of *connection, not admitted yet, oldest first
	pendingPerAddress map[string]int // number of pending connections per address
	byCredential      map[string]int // number of admitted connections per credential
	byWorkspace       map[string]listeners
	queued            *sharing.Pool   // see queue
	leaving           []engine.Socket // disconnected by the last Sweep
	questions         map[*question]struct{}
}

// New returns a server without sockets, which needs few resources. Handler accepts connections.
func New(logger *slog.Logger) *Server {
	options := socket.DefaultServerOptions()
	options.SetServeClient(false)
	options.SetMaxHttpBufferSize(maxMessage)
	options.SetConnectTimeout(tokenTimeout)
	options.SetHttpCompression(nil)
	// During an upgrade from polling to WebSocket, the library can lose a packet and leak a timer. Clients
	// therefore keep their transport. Plotline's pages use WebSocket from the start.
	options.SetAllowUpgrades(false)
	s := &Server{
		logger: logger, io: socket.NewServer(nil, options),
		connections: map[*connection]struct{}{}, bySession: map[string]*connection{}, questions: map[*question]struct{}{},
		queued: sharing.NewPool(maxQueued, maxQueuedEach), pendingPerAddress: map[string]int{}, byCredential: map[string]int{}, byWorkspace: map[string]listeners{},
		listening: func(string, bool) <-chan struct{} { return nil },
	}
	s.engine = s.io.ServeHandler(nil)
	_ = s.io.Engine().On("connection", func(args ...any) {
		if session, is := args[0].(engine.Socket); is {
			s.opened(session)
		}
	})
	_ = s.io.Engine().On("headers", onHeaders)
	s.io.Use(s.admit)
	return s
}

// Broadcast sends an event to all sockets of a workspace. The payload is marshalled to a JSON object.
// Broadcast does not wait for clients: one that does not keep up loses its connection.
func (s *Server) Broadcast(workspace, event string, payload any) {
	body, err := object(payload)
	if err == nil {
		err = s.io.To(workspaceRoom(workspace)).Emit(event, body)
	}
	if err != nil {
		s.logger.Error("cannot send an event", "event", event, "error", err)
	}
}

// OnListening sets a function that is called when the first client of a workspace has connected, and when the last
// one has left. The function must not block. Clients of the workspace learn that they are connected only when the
// channel it returns is closed, or at once if it is nil: what they load then is followed by an event if it changes.
// OnListening may be called only before Handler.
func (s *Server) OnListening(listening func(workspace string, listening bool) <-chan struct{}) {
	s.listening = listening
}

// object marshals a payload and checks that it is a JSON object.
func object(payload any) (json.RawMessage, error) {
	body, err := json.Marshal(payload)
	if err == nil && body[0] != '{' {
		err = fmt.Errorf("a %T is not a JSON object", payload)
	}
	return body, err
}

// Sockets returns the number of admitted sockets.
func (s *Server) Sockets() int { return s.io.Sockets().Sockets().Len() }

// Sweep disconnects the sockets whose owner no longer holds: the credential may have ended, or may no longer list the
// workspace. The caller calls it at intervals: a client that ignores the disconnect packet is cut off at the next call.
// Sockets that needed no credential stay.
func (s *Server) Sweep(holds func(Owner) bool) {
	s.mu.Lock()
	late := s.leaving
	s.leaving = nil
	s.mu.Unlock()
	for _, session := range late {
		session.Close(true)
	}
	s.io.Sockets().Sockets().Range(func(_ socket.SocketId, sock *socket.Socket) bool {
		if who := ownerOf(sock); who.Credential != "" && !holds(who) {
			session := sock.Conn()
			sock.Disconnect(false) // tells the client, which then closes
			s.mu.Lock()
			s.leaving = append(s.leaving, session)
			s.mu.Unlock()
		}
		return true
	})
}

// Close ends every socket and accepts no new ones. Clients see a broken connection and retry until a server
// answers again.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.io.Close(nil)
}

// CanAsk reports whether a client that may decide is connected in a workspace.
func (s *Server) CanAsk(workspace string) bool { return len(s.deciders(workspace)) > 0 }

// deciders returns the sockets of a workspace whose role may decide.
func (s *Server) deciders(workspace string) []*socket.Socket {
	var found []*socket.Socket
	s.io.Sockets().Sockets().Range(func(_ socket.SocketId, sock *socket.Socket) bool {
		if by := ownerOf(sock).Caller; by.Workspace == workspace && by.Role.May(access.Decide) {
			found = append(found, sock)
		}
		return true
	})
	return found
}
