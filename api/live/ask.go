package live

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/zishang520/socket.io/parsers/socket/v3/parser"
	"github.com/zishang520/socket.io/servers/socket/v3"
	"github.com/zishang520/socket.io/v3/pkg/types"
)

// ErrNobody reports that no client that may decide is connected, or that all clients asked have left.
var ErrNobody = errors.New("no connected user may decide")

// question is a pending call of Ask.
type question struct {
	answers chan []any               // receives one answer
	asked   map[socket.SocketId]bool // sockets that are still connected; guarded by the server's mutex
	allLeft chan struct{}            // closed when all have left
}

// Ask sends the event, with an acknowledgement, to the sockets of the workspace whose role may decide. It
// returns the first argument of the first acknowledgement, or null if that has none. Sockets that connect
// later are not asked. payload is called only if there is a socket. Errors are ErrNobody, the cause of ctx, those of
// payload, or that its result is not a JSON object.
func (s *Server) Ask(
	ctx context.Context, workspace, event string, payload func(ctx context.Context) (any, error),
) (answer json.RawMessage, err error) {
	if !s.CanAsk(workspace) {
		return nil, ErrNobody
	}
	made, err := payload(ctx)
	if err != nil {
		return nil, err
	}
	body, err := object(made)
	if err != nil {
		return nil, err
	}
	q := &question{answers: make(chan []any, 1), asked: map[socket.SocketId]bool{}, allLeft: make(chan struct{})}
	deciders := s.deciders(workspace)
	s.registerQuestion(q, deciders)
	defer s.withdraw(q)
	defer s.send(deciders, event, body, q)()
	for _, sock := range deciders {
		if !sock.Connected() { // it may have left before registerQuestion
			s.removeSocket(sock.Id())
		}
	}
	select {
	case args := <-q.answers:
		return first(args)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-q.allLeft:
	}
	select {
	case args := <-q.answers: // an answer that arrived before they left
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

// registerQuestion registers a question, so that removeSocket can update it.
func (s *Server) registerQuestion(q *question, deciders []*socket.Socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sock := range deciders {
		q.asked[sock.Id()] = true
	}
	if len(q.asked) == 0 {
		close(q.allLeft)
	}
	s.questions[q] = struct{}{}
}

func (s *Server) withdraw(q *question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.questions, q)
}

// removeSocket removes a disconnected socket from the pending questions.
func (s *Server) removeSocket(id socket.SocketId) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for q := range s.questions {
		if !q.asked[id] {
			continue
		}
		delete(q.asked, id)
		if len(q.asked) == 0 {
			close(q.allLeft)
		}
	}
}

// send sends a question to sockets, encoded once. The library's own method sets a timer for each call and cannot drop an
// unanswered one.
func (s *Server) send(to []*socket.Socket, event string, body json.RawMessage, q *question) (forget func()) {
	packet := &parser.Packet{Type: parser.EVENT, Data: []any{event, body}}
	only := &socket.BroadcastOptions{Rooms: types.NewSet[socket.Room]()}
	for _, sock := range to {
		only.Rooms.Add(socket.Room(sock.Id()))
	}
	if len(to) == 0 { // no rooms would be all rooms
		return func() {}
	}
	s.io.Sockets().Adapter().BroadcastWithAck(packet, only, func(uint64) {}, func(args []any, _ error) {
		select {
		case q.answers <- args:
		default: // another answer came first
		}
	})
	return func() {
		for _, sock := range to {
			sock.Acks().Delete(*packet.Id)
		}
	}
}
