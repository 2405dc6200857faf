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
	most int // of all
	each int // of one credential
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
	offer  *offer // that it began with
	ending bell
	asks   asks // of its calls

	inside int // requests and streams
	used   time.Time
	place  *list.Element
}

func newSessionTable(most, each int, idle time.Duration) *sessionTable {
	return &sessionTable{most: most, each: min(each, most), idle: idle, byID: map[string]*httpSession{}, owners: map[string]*list.List{}}
}

func (t *sessionTable) len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.byID)
}

// closedTable is the bound of a table that takes no more.
const closedTable = -1

// begin makes a session and enters it. It gives those that had to end for it. When there is no room it
// gives the bound that was reached: as many are in use.
func (t *sessionTable) begin(owner string, o *offer) (s *httpSession, ended []*httpSession, bound int) {
	s = &httpSession{id: rand.Text(), owner: owner, offer: o, inside: 1, used: time.Now()}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, nil, closedTable
	}
	if theirs := t.owners[owner]; theirs != nil && theirs.Len() >= t.each {
		unused := leftAlone(theirs)
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

// oldest is the session that must go first: of the credential that has most, so that one client
// cannot drive out the others, the one that was left alone for longest.
func (t *sessionTable) oldest() *httpSession {
	var found *httpSession
	for owner, theirs := range t.owners {
		if found != nil && theirs.Len() <= t.owners[found.owner].Len() {
			continue
		}
		if s := leftAlone(t.owners[owner]); s != nil {
			found = s
		}
	}
	return found
}

// leftAlone is the session of a credential that was unused for longest, nil when all are in use.
func leftAlone(theirs *list.List) *httpSession {
	for e := theirs.Front(); e != nil; e = e.Next() {
		if s, ok := e.Value.(*httpSession); ok && s.inside == 0 {
			return s
		}
	}
	return nil
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

// expired ends the sessions that nobody used for too long, and gives them.
func (t *sessionTable) expired() []*httpSession {
	t.mu.Lock()
	defer t.mu.Unlock()
	var ended []*httpSession
	for _, s := range t.byID {
		if s.inside == 0 && time.Since(s.used) >= t.idle {
			t.drop(s)
			ended = append(ended, s)
		}
	}
	return ended
}

// close ends all sessions, gives them, and takes no more.
func (t *sessionTable) close() []*httpSession {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	ended := make([]*httpSession, 0, len(t.byID))
	for _, s := range t.byID {
		t.drop(s)
		ended = append(ended, s)
	}
	return ended
}
