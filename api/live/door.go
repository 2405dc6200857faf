package live

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/zishang520/socket.io/servers/socket/v3"

	"plotline/graph/access"
	"plotline/graph/audit"
	"plotline/graph/fault"
)

// Door is how sockets come in.
type Door struct {
	// Authenticate tells whose a token is; "" is none. The request is the one that opened the
	// connection. A *fault.Error that it gives is what the client is told.
	Authenticate func(r *http.Request, token string) (Who, error)
	// Connections are how many there may be at once that were admitted, and Each how many of one
	// credential; 0 is no bound of its own.
	Connections, Each int
	// Pending is how many there may be that were not admitted yet. One more ends the oldest of the
	// address that has most, so that a client which names its token finds a place.
	Pending int
	// Address names where a request comes from, for Pending.
	Address func(r *http.Request) string
	// Refused is told of each bound that was reached. It may be nil.
	Refused func(Bound)
	// Warn writes to the log what strangers can cause. Nil: the logger does.
	Warn func(ctx context.Context, message string, args ...any)
}

// Bound is a bound of a Door.
type Bound int

// The bounds.
const (
	BoundConnections Bound = iota
	BoundPending
)

func (d Door) withDefaults(logger *slog.Logger) Door {
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

// Who is whose a socket is.
type Who struct {
	Caller     audit.Caller
	Credential string // the token's id; "" where none is needed
}

// admit lets a socket into its workspace, or tells it why not.
func (s *Server) admit(sock *socket.Socket, next func(*socket.ExtendedError)) {
	token, _ := sock.Handshake().Auth["token"].(string)
	who, err := s.door.Authenticate(sock.Request().Request(), token)
	if err == nil && !who.Caller.Role.May(access.Read) {
		err = fault.Newf(fault.PermissionDenied, "the role %q may not listen", who.Caller.Role)
	}
	if err == nil {
		err = s.seat(sock.Conn().Id(), who)
	}
	if err != nil {
		s.door.Warn(context.Background(), "a socket was refused", "address", sock.Conn().RemoteAddress(), "error", err)
		next(refusal(fault.From(err)))
		return
	}
	// All of this before the client hears that it is connected: from then on it misses nothing.
	sock.SetData(who)
	sock.Join(room(who.Caller.Workspace))
	_ = sock.On("disconnect", func(...any) { s.left(sock.Id()) })
	next(nil)
}

// refusal is the error as it comes with connect_error: a message for people, and in data what the
// problems of REST have beside it.
func refusal(known *fault.Error) *socket.ExtendedError {
	message := known.Details
	if message == "" {
		message = known.Title()
	}
	return socket.NewExtendedError(message, map[string]any{
		"code": string(known.Code), "title": known.Title(), "detail": known.Details,
	})
}

func whoOf(sock *socket.Socket) Who {
	who, _ := sock.Data().(Who)
	return who
}

// room is where the sockets of a workspace are. Each socket also has a room of its id, which has no
// colon.
func room(workspace string) socket.Room { return socket.Room("workspace:" + workspace) }
