package tools

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// baseSession is what mcp-go's session over HTTP can do, but for tools and resources of its own.
type baseSession interface {
	server.SessionWithClientInfo
	server.SessionWithLogging
	server.SessionWithProtocolVersion
	server.SessionWithSampling
	server.SessionWithElicitation
	server.SessionWithRoots
	SetProtocolVersion(version string)
}

// callSession is the session as one call sees it: its notifications go out with its own answer, in
// their order, and all of them before it. mcp-go lets every stream of a session take them.
type callSession struct {
	baseSession
	exchange *exchange

	mu    sync.Mutex
	over  bool
	queue chan mcp.JSONRPCNotification // nil until somebody has something to tell
	stop  chan struct{}
	done  chan struct{}
}

var _ flusher = (*callSession)(nil)

// NotificationChannel takes what the client shall be told.
func (c *callSession) NotificationChannel() chan<- mcp.JSONRPCNotification {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.queue == nil {
		c.queue = make(chan mcp.JSONRPCNotification, 100)
		c.stop, c.done = make(chan struct{}), make(chan struct{})
		if !c.over {
			go c.pump()
		}
	}
	return c.queue
}

// pump writes the notifications until the answer is there.
func (c *callSession) pump() {
	defer close(c.done)
	for {
		select {
		case n := <-c.queue:
			if passed(n) || !c.exchange.events {
				continue
			}
			if raw, err := json.Marshal(n); err == nil {
				c.exchange.event(raw)
			}
		case <-c.stop:
			return
		}
	}
}

// flush waits until the notifications given so far are written.
func (c *callSession) flush(ctx context.Context) {
	if queue := c.pumped(); queue != nil {
		barrier(queue, ctx.Done())
	}
}

// pumped is the queue when there is one that is written out.
func (c *callSession) pumped() chan<- mcp.JSONRPCNotification {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return nil
	}
	return c.queue
}

// close writes the last notifications. What comes later has no stream to go to.
func (c *callSession) close(ctx context.Context) {
	c.flush(ctx)
	c.mu.Lock()
	pumping := c.queue != nil && !c.over
	c.over = true
	c.mu.Unlock()
	if pumping {
		close(c.stop)
		<-c.done
	}
}

// settle writes the notifications that the call has sent until now.
func (x *exchange) settle() {
	if x.call == nil {
		return
	}
	if queue := x.call.pumped(); queue != nil {
		barrier(queue, x.gone)
	}
}
