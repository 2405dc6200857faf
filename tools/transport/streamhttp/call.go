package streamhttp

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport"
)

// baseSession is mcp-go's session over HTTP, without tools and resources of its own.
type baseSession interface {
	server.SessionWithClientInfo
	server.SessionWithLogging
	server.SessionWithProtocolVersion
	server.SessionWithSampling
	server.SessionWithElicitation
	server.SessionWithRoots
	SetProtocolVersion(version string)
}

// callSession is the session as one call sees it. The call's notifications are sent on its own stream, in order and
// before the answer. mcp-go would send them on any stream of the session.
type callSession struct {
	baseSession
	exchange *exchange

	mu    sync.Mutex
	over  bool
	queue chan mcp.JSONRPCNotification // nil until the first notification
	stop  chan struct{}
	done  chan struct{}
}

var _ transport.Flusher = (*callSession)(nil)

// NotificationChannel returns the queue of notifications to the client.
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

// pump writes the notifications until close.
func (c *callSession) pump() {
	defer close(c.done)
	for {
		select {
		case n := <-c.queue:
			if transport.IsMark(n) || !c.exchange.events {
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

// Flush waits until the notifications so far are written.
func (c *callSession) Flush(ctx context.Context) {
	if queue := c.openQueue(); queue != nil {
		transport.Barrier(queue, ctx.Done())
	}
}

// openQueue returns the queue while pump runs, else nil.
func (c *callSession) openQueue() chan<- mcp.JSONRPCNotification {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return nil
	}
	return c.queue
}

// close writes the last notifications. Later ones are dropped.
func (c *callSession) close(ctx context.Context) {
	c.Flush(ctx)
	c.mu.Lock()
	pumping := c.queue != nil && !c.over
	c.over = true
	c.mu.Unlock()
	if pumping {
		close(c.stop)
		<-c.done
	}
}

// settle writes the notifications that the call has sent so far.
func (x *exchange) settle() {
	if x.call == nil {
		return
	}
	if queue := x.call.openQueue(); queue != nil {
		transport.Barrier(queue, x.gone)
	}
}

// RequestSampling asks the client's model by a request on the stream of the call. mcp-go would use the session's
// separate stream, and would wait forever if none is open.
func (c *callSession) RequestSampling(ctx context.Context, request mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	if c.exchange.requests == nil || !c.exchange.events {
		return nil, transport.ErrNoAnswer
	}
	return c.exchange.requests.Sample(ctx, c.tell, request.CreateMessageParams)
}

// tell sends a message on the stream of the call, after the earlier notifications. It does nothing when the call is
// over.
func (c *callSession) tell(ctx context.Context, message any) {
	raw, err := json.Marshal(message)
	if err != nil {
		return
	}
	c.Flush(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.exchange.event(raw)
	}
}
