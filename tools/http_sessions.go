package tools

import (
	"container/list"
	"crypto/rand"
	"sync"
	"time"
)

// sessionTable knows the sessions there are, whose they are, and which of them are in use. Of one
// that ended nothing stays: its id is as unknown as any other.
type sessionTable struct {
	most int
	idle time.Duration

	mu     sync.Mutex // of what follows, and of every session
	closed bool
	byID   map[string]*httpSession
	owners map[string]*list.List // sessions by credential, the one left alone for longest first
}

// httpSession is a session of the older protocols over HTTP.
type httpSession struct {
	id     string
	owner  string // the credential that began it
	ending bell
	asks   asks // of its calls

	inside int // requests and streams
	used   time.Time
	place  *list.Element
}

func newSessionTable(most int, idle time.Duration) *sessionTable {
	return &sessionTable{most: most, idle: idle, byID: map[string]*httpSession{}, owners: map[string]*list.List{}}
}

func (t *sessionTable) len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.byID)
}

// begin makes a session and enters it. It names those that had to end for it, and is false when all
// are in use.
func (t *sessionTable) begin(owner string) (s *httpSession, ended []string, ok bool) {
	s = &httpSession{id: rand.Text(), owner: owner, inside: 1, used: time.Now()}
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.byID) >= t.most {
		oldest := t.oldest()
		if oldest == nil {
			break
		}
		t.drop(oldest)
		ended = append(ended, oldest.id)
	}
	if t.closed || len(t.byID) >= t.most {
		return nil, ended, false
	}
	if t.owners[owner] == nil {
		t.owners[owner] = list.New()
	}
	s.place = t.owners[owner].PushBack(s)
	t.byID[s.id] = s
	return s, ended, true
}

// oldest is the session that must go first: of the credential that has most, so that one client
// cannot drive out the others, the one that was left alone for longest.
func (t *sessionTable) oldest() *httpSession {
	var found *httpSession
	for owner, theirs := range t.owners {
		if found != nil && theirs.Len() <= t.owners[found.owner].Len() {
			continue
		}
		for e := t.owners[owner].Front(); e != nil; e = e.Next() {
			if s, ok := e.Value.(*httpSession); ok && s.inside == 0 {
				found = s
				break
			}
		}
	}
	return found
}

// enter uses a session until leave. It is false for one that is not the credential's.
func (t *sessionTable) enter(id, credential string) (*httpSession, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.byID[id]
	if !ok || s.owner != credential {
		return nil, false
	}
	s.inside++
	return s, true
}

// leave ends a use.
func (t *sessionTable) leave(s *httpSession) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s.inside--
	s.used = time.Now()
	if theirs := t.owners[s.owner]; theirs != nil {
		theirs.MoveToBack(s.place) // does nothing for a session that ended
	}
}

// end ends a session and its streams. Calls that run in it may finish.
func (t *sessionTable) end(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.byID[id]; ok {
		t.drop(s)
	}
}

func (t *sessionTable) drop(s *httpSession) {
	s.ending.ring()
	s.asks.close() // no answer finds its session any more
	delete(t.byID, s.id)
	theirs := t.owners[s.owner]
	theirs.Remove(s.place)
	if theirs.Len() == 0 {
		delete(t.owners, s.owner)
	}
}

// expired ends the sessions that nobody used for too long, and names them.
func (t *sessionTable) expired() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var ended []string
	for id, s := range t.byID {
		if s.inside == 0 && time.Since(s.used) >= t.idle {
			t.drop(s)
			ended = append(ended, id)
		}
	}
	return ended
}

// close ends all sessions, names them, and takes no more.
func (t *sessionTable) close() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	ended := make([]string, 0, len(t.byID))
	for id, s := range t.byID {
		t.drop(s)
		ended = append(ended, id)
	}
	return ended
}
