package streamhttp

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/tools/transport"
)

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
