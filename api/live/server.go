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

	"plotline/graph/access"
)

const (
	// maxMessage is what a client may send at once, in bytes: a token or an answer.
	maxMessage = 64 << 10
	// naming is how long a connection may be there without having named a token that is good.
	naming = 10 * time.Second
)

// Server is the sockets that are connected, of all workspaces. It is safe for concurrent use.
type Server struct {
	logger *slog.Logger
	io     *socket.Server
	engine http.Handler
	door   Door

	mu           sync.Mutex
	closed       bool
	connections  map[*connection]struct{}
	bySession    map[string]*connection
	pending      list.List       // of *connection, not admitted yet, the oldest first
	crowds       map[string]int  // how many of them an address has
	byCredential map[string]int  // how many a credential has that were admitted
	leaving      []engine.Socket // were told to go at the last Sweep
	questions    map[*question]struct{}
}

// New makes a server without sockets, which costs next to nothing. Handler brings them.
func New(logger *slog.Logger) *Server {
	options := socket.DefaultServerOptions()
	options.SetServeClient(false)
	options.SetMaxHttpBufferSize(maxMessage)
	options.SetConnectTimeout(naming)
	options.SetHttpCompression(nil)
	// In the midst of a change from polling to a WebSocket the library can lose a packet, and leave a
	// timer that nobody stops. A client stays with what it came by; ours comes by WebSocket.
	options.SetAllowUpgrades(false)
	s := &Server{
		logger: logger, io: socket.NewServer(nil, options),
		connections: map[*connection]struct{}{}, bySession: map[string]*connection{}, questions: map[*question]struct{}{},
		crowds: map[string]int{}, byCredential: map[string]int{},
	}
	s.engine = s.io.ServeHandler(nil)
	_ = s.io.Engine().On("connection", func(args ...any) {
		if session, is := args[0].(engine.Socket); is {
			s.opened(session)
		}
	})
	_ = s.io.Engine().On("headers", headed)
	s.io.Use(s.admit)
	return s
}

// Broadcast tells all sockets of a workspace. The payload is marshalled to a JSON object. It waits for
// nobody: a client that does not keep up loses its connection.
func (s *Server) Broadcast(workspace, event string, payload any) {
	body, err := object(payload)
	if err == nil {
		err = s.io.To(room(workspace)).Emit(event, body)
	}
	if err != nil {
		s.logger.Error("an event cannot be sent", "event", event, "error", err)
	}
}

// object is the payload as it travels.
func object(payload any) (json.RawMessage, error) {
	body, err := json.Marshal(payload)
	if err == nil && body[0] != '{' {
		err = fmt.Errorf("a %T is no JSON object", payload)
	}
	return body, err
}

// Sockets is how many are connected and admitted.
func (s *Server) Sockets() int { return s.io.Sockets().Sockets().Len() }

// Sweep ends the sockets whose credential no longer holds. Whoever watches the credentials calls it
// now and then: what does not go by itself is cut off at the next call. Sockets that needed no
// credential stay.
func (s *Server) Sweep(holds func(credential string) bool) {
	s.mu.Lock()
	late := s.leaving
	s.leaving = nil
	s.mu.Unlock()
	for _, session := range late {
		session.Close(true)
	}
	s.io.Sockets().Sockets().Range(func(_ socket.SocketId, sock *socket.Socket) bool {
		if who := whoOf(sock); who.Credential != "" && !holds(who.Credential) {
			session := sock.Conn()
			sock.Disconnect(false) // says so to the client, which then closes
			s.mu.Lock()
			s.leaving = append(s.leaving, session)
			s.mu.Unlock()
		}
		return true
	})
}

// Close ends every socket and lets none in any more. Clients see a connection that broke, and try
// again until somebody else answers there.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.io.Close(nil)
}

// CanAsk tells whether anybody is connected in a workspace who may decide.
func (s *Server) CanAsk(workspace string) bool { return len(s.deciders(workspace)) > 0 }

// deciders are the sockets of a workspace that may be asked.
func (s *Server) deciders(workspace string) []*socket.Socket {
	var found []*socket.Socket
	s.io.Sockets().Sockets().Range(func(_ socket.SocketId, sock *socket.Socket) bool {
		if by := whoOf(sock).Caller; by.Workspace == workspace && by.Role.May(access.Decide) {
			found = append(found, sock)
		}
		return true
	})
	return found
}
