package live

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/zishang520/socket.io/parsers/socket/v3/parser"
	"github.com/zishang520/socket.io/servers/socket/v3"
	"github.com/zishang520/socket.io/v3/pkg/types"
)

// ErrNobody is given when nobody who may decide is connected, or when all who were asked have left.
var ErrNobody = errors.New("nobody is connected who may decide")

// question is one that waits for its answer.
type question struct {
	answers chan []any               // gets one
	asked   map[socket.SocketId]bool // who has not left; guarded by the server's mutex
	nobody  chan struct{}            // closed when all have
}

// Ask sends the event, with an acknowledgement, to the sockets of the workspace whose role may decide,
// and gives what the first acknowledges: its first argument, null when it has none. Whoever connects
// later is not asked. The errors are ErrNobody, what ended ctx, and that the payload is no JSON object.
func (s *Server) Ask(ctx context.Context, workspace, event string, payload any) (answer json.RawMessage, err error) {
	body, err := object(payload)
	if err != nil {
		return nil, err
	}
	q := &question{answers: make(chan []any, 1), asked: map[socket.SocketId]bool{}, nobody: make(chan struct{})}
	deciders := s.deciders(workspace)
	s.pose(q, deciders)
	defer s.withdraw(q)
	for _, sock := range deciders {
		forget := s.send(sock, event, body, q)
		defer forget()
		if !sock.Connected() { // it may have left before it was known to be asked
			s.left(sock.Id())
		}
	}
	select {
	case args := <-q.answers:
		return first(args)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-q.nobody:
	}
	select {
	case args := <-q.answers: // before they left
		return first(args)
	default:
		return nil, ErrNobody
	}
}

func first(args []any) (json.RawMessage, error) {
	if len(args) == 0 {
		return json.RawMessage("null"), nil
	}
	return json.Marshal(args[0])
}

// pose has a question know who left.
func (s *Server) pose(q *question, deciders []*socket.Socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sock := range deciders {
		q.asked[sock.Id()] = true
	}
	if len(q.asked) == 0 {
		close(q.nobody)
	}
	s.questions[q] = struct{}{}
}

func (s *Server) withdraw(q *question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.questions, q)
}

// left is told of a socket that is gone.
func (s *Server) left(id socket.SocketId) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for q := range s.questions {
		if !q.asked[id] {
			continue
		}
		delete(q.asked, id)
		if len(q.asked) == 0 {
			close(q.nobody)
		}
	}
}

// send sends a question to one socket. The library's own way has a timer for each, and no way to
// forget what was not answered.
func (s *Server) send(sock *socket.Socket, event string, body json.RawMessage, q *question) (forget func()) {
	packet := &parser.Packet{Type: parser.EVENT, Data: []any{event, body}}
	only := &socket.BroadcastOptions{Rooms: types.NewSet(socket.Room(sock.Id()))}
	s.io.Sockets().Adapter().BroadcastWithAck(packet, only, func(uint64) {}, func(args []any, _ error) {
		select {
		case q.answers <- args:
		default: // another was first
		}
	})
	return func() { sock.Acks().Delete(*packet.Id) }
}
