package tools

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// RequestSampling asks the client's model by a request on the stream of the call. mcp-go would use the session's
// separate stream, and would wait forever if none is open.
func (c *callSession) RequestSampling(ctx context.Context, request mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	if c.exchange.asks == nil || !c.exchange.events {
		return nil, errNoAnswer
	}
	return c.exchange.asks.sample(ctx, c.tell, request.CreateMessageParams)
}

// tell sends a message on the stream of the call, after the earlier notifications. It does nothing when the call is
// over.
func (c *callSession) tell(ctx context.Context, message any) {
	raw, err := json.Marshal(message)
	if err != nil {
		return
	}
	c.flush(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.exchange.event(raw)
	}
}
