package live

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/zishang520/socket.io/servers/socket/v3"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
)

// Config configures how clients are authenticated and limited.
type Config struct {
	// Authenticate returns the owner of a socket. The request is the one that opened the connection. If it
	// returns a *fault.Error, the client receives that.
	Authenticate func(r *http.Request, auth Auth) (Owner, error)
	// Connections bounds all admitted connections, and Each those of one credential. If Each is 0, only
	// Connections applies.
	Connections, Each int
	// Pending bounds the connections that are not admitted yet. At the limit, the oldest one of the address
	// with the most is closed, so that clients with a token can still connect.
	Pending int
	// Address returns the address that a request counts against, for Pending.
	Address func(r *http.Request) string
	// Refused is called for each limit that was reached. It may be nil.
	Refused func(Bound)
	// Warn logs events that unauthenticated clients can cause. If it is nil, the logger is used.
	Warn func(ctx context.Context, message string, args ...any)
}

// Bound is a limit of a Config.
type Bound int

// The limits that Config.Refused reports.
const (
	BoundConnections Bound = iota
	BoundPending
)

func (d Config) withDefaults(logger *slog.Logger) Config {
	if d.Each <= 0 {
		d.Each = d.Connections
	}
	if d.Pending <= 0 {
		d.Pending = d.Connections
	}
	if d.Address == nil {
		d.Address = func(r *http.Request) string { return r.RemoteAddr }
	}
	if d.Refused == nil {
		d.Refused = func(Bound) {}
	}
	if d.Warn == nil {
		d.Warn = logger.WarnContext
	}
	return d
}

// Auth is what a client sends to open a socket. A field that it leaves out, or that is no text, is "".
type Auth struct {
	Token     string
	Workspace string // one that the token lists; "" for the token's own
}

// Owner is the owner of a socket.
type Owner struct {
	Caller     audit.Caller
	Credential string // the token's id; "" if no token is needed
}

// admit authenticates a socket and adds it to its workspace, or sends it an error.
func (s *Server) admit(sock *socket.Socket, next func(*socket.ExtendedError)) {
	var auth Auth
	auth.Token, _ = sock.Handshake().Auth["token"].(string)
	auth.Workspace, _ = sock.Handshake().Auth["workspace"].(string)
	who, err := s.cfg.Authenticate(sock.Request().Request(), auth)
	if err == nil && !who.Caller.Role.May(access.Read) {
		err = fault.Newf(fault.PermissionDenied, "the role %q may not receive live events", who.Caller.Role)
	}
	var ready <-chan struct{}
	if err == nil {
		ready, err = s.promote(sock.Conn().Id(), who)
	}
	if err != nil {
		s.cfg.Warn(context.Background(), "a socket was rejected", "address", sock.Conn().RemoteAddress(), "error", err)
		next(refusal(fault.From(err)))
		return
	}
	if ready != nil {
		<-ready
	}
	// This comes before the client learns that it is connected, so it misses no event.
	sock.SetData(who)
	sock.Join(workspaceRoom(who.Caller.Workspace))
	_ = sock.On("disconnect", func(...any) { s.removeSocket(sock.Id()) })
	next(nil)
}

// refusal returns the error of connect_error: a message for people and, in data, the fields of a REST
// problem.
func refusal(known *fault.Error) *socket.ExtendedError {
	message := known.Details
	if message == "" {
		message = known.Title()
	}
	return socket.NewExtendedError(message, map[string]any{
		"code": string(known.Code), "title": known.Title(), "detail": known.Details,
	})
}

func ownerOf(sock *socket.Socket) Owner {
	who, _ := sock.Data().(Owner)
	return who
}

// workspaceRoom returns the Socket.IO room of a workspace's sockets. Each socket also has a room named after its id,
// which contains no colon.
func workspaceRoom(workspace string) socket.Room { return socket.Room("workspace:" + workspace) }
