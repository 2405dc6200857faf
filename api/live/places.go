package live

import (
	"net/http"
	"sync"

	"plotline/internal/fault"
	"plotline/internal/pause"
)

// connectionOf returns the connection of a session, or a new one for a handshake. It returns nil for an
// unknown session, which the library rejects.
func (s *Server) connectionOf(session string, r *http.Request) (*connection, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if session != "" {
		return s.bySession[session], nil
	}
	if s.closed {
		return nil, ErrFull
	}
	for s.pending.Len() >= s.cfg.Pending {
		s.evict()
	}
	ended := make(chan struct{})
	conn := &connection{
		address: s.cfg.Address(r), opened: make(chan struct{}), ended: ended, end: sync.OnceFunc(func() { close(ended) }),
		queue: &queue{pool: s.queued},
	}
	s.connections[conn] = struct{}{}
	s.pendingPerAddress[conn.address]++
	conn.pendingAt = s.pending.PushBack(conn)
	return conn, nil
}

// evict closes the oldest pending connection of the address that has the most of them.
func (s *Server) evict() {
	var found *connection
	for at := s.pending.Front(); at != nil; at = at.Next() {
		conn, _ := at.Value.(*connection)
		if found == nil || s.pendingPerAddress[conn.address] > s.pendingPerAddress[found.address] {
			found = conn
		}
	}
	s.stopPending(found)
	found.evicted = true
	if session := found.session; session != nil {
		go session.Close(true) // Close calls back into the server, which is locked
	}
	s.cfg.Refused(BoundPending)
}

// stopPending removes a connection from the pending ones.
func (s *Server) stopPending(conn *connection) {
	if conn.pendingAt == nil {
		return
	}
	s.pending.Remove(conn.pendingAt)
	conn.pendingAt = nil
	if s.pendingPerAddress[conn.address]--; s.pendingPerAddress[conn.address] == 0 {
		delete(s.pendingPerAddress, conn.address)
	}
}

// remove forgets a closed connection.
func (s *Server) remove(conn *connection) {
	s.stopPending(conn)
	delete(s.connections, conn)
	if conn.who != nil {
		s.countListener(conn.who.Caller.Workspace, -1)
		if s.byCredential[conn.who.Credential]--; s.byCredential[conn.who.Credential] == 0 {
			delete(s.byCredential, conn.who.Credential)
		}
		conn.who = nil
	}
}

// dropFailed removes the connection of a failed handshake.
func (s *Server) dropFailed(conn *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !pause.Over(conn.opened) {
		s.remove(conn)
	}
}

// promote moves a connection with a valid token from the pending to the admitted ones. See OnListening for the channel.
func (s *Server) promote(session string, who Owner) (ready <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	conn := s.bySession[session]
	switch admitted := len(s.connections) - s.pending.Len(); {
	case conn == nil || conn.evicted:
		return nil, fault.New(fault.Unavailable, "the connection has ended; open another")
	case conn.who != nil:
		return nil, fault.New(fault.InvalidArgument, "this connection already has a socket; use that one, or open another connection")
	case s.byCredential[who.Credential] >= s.cfg.Each:
		s.cfg.Refused(BoundConnections)
		return nil, fault.Newf(fault.RateLimited, "this client has %d sockets open, which is the limit; close some and try again", s.cfg.Each)
	case admitted >= s.cfg.Connections:
		s.cfg.Refused(BoundConnections)
		return nil, fault.New(fault.RateLimited, "the server has too many sockets open; try again later")
	}
	s.stopPending(conn)
	conn.who = &who
	conn.queue.own(who)
	s.byCredential[who.Credential]++
	return s.countListener(who.Caller.Workspace, 1), nil
}

// countListener counts the admitted connections of a workspace, and reports the first and the last.
func (s *Server) countListener(workspace string, change int) (ready <-chan struct{}) {
	listeners := s.byWorkspace[workspace]
	before := listeners.count
	listeners.count += change
	if before == 0 || listeners.count == 0 {
		listeners.ready = s.listening(workspace, change > 0)
	}
	s.byWorkspace[workspace] = listeners
	if listeners.count == 0 {
		delete(s.byWorkspace, workspace)
	}
	return listeners.ready
}

// Credential returns the credential of a session. It is false if the session is not admitted.
func (s *Server) Credential(session string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if conn := s.bySession[session]; conn != nil && conn.who != nil {
		return conn.who.Credential, true
	}
	return "", false
}
