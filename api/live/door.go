package live

import (
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
	// Connections are how many there may be at once, admitted or not yet.
	Connections int
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
	if err != nil {
		s.logger.Warn("a socket was refused", "address", sock.Conn().RemoteAddress(), "error", err)
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
