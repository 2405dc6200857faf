package streamhttp

import (
	"container/list"
	"crypto/rand"
	"sync"
	"time"

	"plotline/tools/transport"
)

// sessionTable holds the sessions, their owners, and which of them are in use. It keeps nothing of an ended session:
// its id is unknown from then on.
type sessionTable struct {
	most int // of all credentials
	each int // of one credential
	idle time.Duration

	mu     sync.Mutex // guards the fields below, and every session
	closed bool
	byID   map[string]*session
	owners map[string]*list.List // sessions by credential, the longest unused first
}

// session is a session of the older protocols.
type session struct {
	id       string
	owner    string // the credential that began it
	variant  *variant
	ending   chan struct{}            // closed at its end
	requests transport.ClientRequests // the server's open requests to its client

	inUse int // requests and streams in progress
	used  time.Time
	place *list.Element
}

func newSessionTable(most, each int, idle time.Duration) *sessionTable {
	return &sessionTable{most: most, each: min(each, most), idle: idle, byID: map[string]*session{}, owners: map[string]*list.List{}}
}

func (t *sessionTable) len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.byID)
}

// closedTable is the bound that begin returns after close.
const closedTable = -1

// begin adds a session. ended are the sessions that it had to end. If all sessions within a limit are in use, it
// returns that limit as bound.
func (t *sessionTable) begin(owner string, v *variant) (s *session, ended []*session, bound int) {
	s = &session{id: rand.Text(), owner: owner, variant: v, ending: make(chan struct{}), inUse: 1, used: time.Now()}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, nil, closedTable
	}
	if theirs := t.owners[owner]; theirs != nil && theirs.Len() >= t.each {
		unused := longestUnused(theirs)
		if unused == nil {
			return nil, nil, t.each
		}
		t.drop(unused)
		ended = append(ended, unused)
	}
	for len(t.byID) >= t.most {
		oldest := t.oldest()
		if oldest == nil {
			return nil, ended, t.most
		}
		t.drop(oldest)
		ended = append(ended, oldest)
	}
	if t.owners[owner] == nil {
		t.owners[owner] = list.New()
	}
	s.place = t.owners[owner].PushBack(s)
	t.byID[s.id] = s
	return s, ended, 0
}

// oldest returns the session to end first: the longest unused of the credential that has the most sessions. One
// client thus cannot displace the others.
func (t *sessionTable) oldest() *session {
	var found *session
	for owner, theirs := range t.owners {
		if found != nil && theirs.Len() <= t.owners[found.owner].Len() {
			continue
		}
		if s := longestUnused(t.owners[owner]); s != nil {
			found = s
		}
	}
	return found
}

// longestUnused returns the longest unused session of a credential, or nil if all are in use.
func longestUnused(theirs *list.List) *session {
	for e := theirs.Front(); e != nil; e = e.Next() {
		if s, ok := e.Value.(*session); ok && s.inUse == 0 {
			return s
		}
	}
	return nil
}

// enter marks a session as in use until leave. It returns false if the credential does not own the session.
func (t *sessionTable) enter(id, credential string) (*session, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.byID[id]
	if !ok || s.owner != credential {
		return nil, false
	}
	s.inUse++
	return s, true
}

// leave ends a use.
func (t *sessionTable) leave(s *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s.inUse--
	s.used = time.Now()
	if theirs := t.owners[s.owner]; theirs != nil {
		theirs.MoveToBack(s.place) // no effect after the session has ended
	}
}

// end ends a session and its streams. Its running calls may finish.
func (t *sessionTable) end(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.byID[id]; ok {
		t.drop(s)
	}
}

func (t *sessionTable) drop(s *session) {
	close(s.ending)
	s.requests.Close() // no answer can find its session any more
	delete(t.byID, s.id)
	theirs := t.owners[s.owner]
	theirs.Remove(s.place)
	if theirs.Len() == 0 {
		delete(t.owners, s.owner)
	}
}

// expired ends the sessions that were unused for too long, and returns them.
func (t *sessionTable) expired() []*session {
	t.mu.Lock()
	defer t.mu.Unlock()
	var ended []*session
	for _, s := range t.byID {
		if s.inUse == 0 && time.Since(s.used) >= t.idle {
			t.drop(s)
			ended = append(ended, s)
		}
	}
	return ended
}

// close ends all sessions, returns them, and accepts no more.
func (t *sessionTable) close() []*session {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	ended := make([]*session, 0, len(t.byID))
	for _, s := range t.byID {
		t.drop(s)
		ended = append(ended, s)
	}
	return ended
}
