package api

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/labstack/echo/v4"
)

// maxUnadmitted bounds the connections that have not yet sent a valid token.
const maxUnadmitted = 1024

// connections bounds the open connections. Above the limit it closes the longest idle connection of the payer
// that has the most. Many idle connections of one client therefore do not affect others.
type connections struct {
	most           int // all connections
	each           int // connections of one admitted payer
	mostUnadmitted int // all connections that are not admitted
	refused        func(reason)

	mu         sync.Mutex
	byConn     map[net.Conn]*link
	byPayer    map[string]*payerLinks
	unadmitted int // number of connections not admitted
}

// link is one connection.
type link struct {
	conn     net.Conn
	payer    string
	admitted bool
	idle     *list.Element // nil while a request is running
	waits    atomic.Bool   // a request waits and does not read its body
}

// payerLinks holds the connections of one payer.
type payerLinks struct {
	links int
	idle  list.List // of *link, longest idle first
}

func newConnections(most, each int, refused func(reason)) *connections {
	return &connections{
		most: most, each: each, mostUnadmitted: min(most, maxUnadmitted), refused: refused,
		byConn: map[net.Conn]*link{}, byPayer: map[string]*payerLinks{},
	}
}

type linkKey struct{}

// opened registers a connection, for http.Server.ConnContext.
func (c *connections) opened(ctx context.Context, conn net.Conn) context.Context {
	l := &link{conn: conn, payer: byAddress(hostname(conn.RemoteAddr().String()))}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.byConn[conn] = l
	c.unadmitted++
	c.enter(l)
	l.idle = c.byPayer[l.payer].idle.PushBack(l)
	if c.unadmitted > c.mostUnadmitted {
		c.evict(func(l *link) bool { return !l.admitted })
	}
	if len(c.byConn) > c.most {
		c.evict(func(*link) bool { return true })
	}
	return context.WithValue(ctx, linkKey{}, l)
}

// changed tracks the state of a connection, for http.Server.ConnState.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.byConn[conn]
	if l == nil {
		return
	}
	switch state {
	case http.StateNew:
	case http.StateActive:
		c.wake(l)
	case http.StateIdle:
		if l.idle == nil {
			l.idle = c.byPayer[l.payer].idle.PushBack(l)
		}
	case http.StateHijacked, http.StateClosed: // live.Server counts hijacked sockets
		c.remove(l)
	}
}

// admit assigns a connection to a payer. It returns false if the payer has too many connections in use.
func (c *connections) admit(ctx context.Context, payer string) bool {
	l, is := ctx.Value(linkKey{}).(*link)
	if !is {
		return true // a test without a server
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byConn[l.conn] != l || l.admitted && l.payer == payer {
		return true
	}
	theirs := c.byPayer[payer]
	if theirs != nil && theirs.links >= c.each && (l.payer != payer || theirs.links > c.each) {
		oldest := theirs.idle.Front()
		if oldest == nil {
			return false
		}
		c.end(oldest)
	}
	c.leave(l)
	if !l.admitted {
		l.admitted = true
		c.unadmitted--
	}
	l.payer = payer
	c.enter(l)
	return true
}

func (c *connections) enter(l *link) {
	if c.byPayer[l.payer] == nil {
		c.byPayer[l.payer] = &payerLinks{}
	}
	c.byPayer[l.payer].links++
}

func (c *connections) leave(l *link) {
	c.wake(l)
	if theirs := c.byPayer[l.payer]; theirs.links == 1 {
		delete(c.byPayer, l.payer)
	} else {
		theirs.links--
	}
}

func (c *connections) wake(l *link) {
	if l.idle != nil {
		c.byPayer[l.payer].idle.Remove(l.idle)
		l.idle = nil
	}
}

func (c *connections) remove(l *link) {
	c.leave(l)
	delete(c.byConn, l.conn)
	if !l.admitted {
		c.unadmitted--
	}
}

// evict closes the longest idle connection of the payer with the most connections. It considers only payers
// whose longest idle connection satisfies may.
func (c *connections) evict(may func(*link) bool) {
	var found *list.Element
	most := 0
	for _, theirs := range c.byPayer {
		oldest := theirs.idle.Front()
		if oldest == nil || theirs.links <= most {
			continue
		}
		if l, is := oldest.Value.(*link); is && may(l) {
			found, most = oldest, theirs.links
		}
	}
	if found != nil {
		c.end(found)
	}
}

func (c *connections) end(idle *list.Element) {
	l, is := idle.Value.(*link)
	if !is {
		return
	}
	c.remove(l)
	c.refused(refusedConnections)
	go func() { _ = l.conn.Close() }() // TLS sends a close alert, which can block
}

// waitUnread registers that a request waits and does not read its body meanwhile. It returns false if another request of
// the connection does. With HTTP/2 the bodies of a connection share a window, which has room for two: a second body that
// nobody reads would stop those that the server reads.
func waitUnread(ctx context.Context) (end func(), may bool) {
	l, is := ctx.Value(linkKey{}).(*link)
	if !is {
		return func() {}, true // a test without a server
	}
	return func() { l.waits.Store(false) }, l.waits.CompareAndSwap(false, true)
}

// connected assigns the connection to the client that the request was admitted for.
func (g *admission) connected(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !g.connections.admit(c.Request().Context(), payerOf(c)) {
			c.Response().Header().Set(echo.HeaderConnection, "close")
			return g.rejectBusy(refusedConnections)
		}
		return next(c)
	}
}
