package tools

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// RequestSampling has the client's model answer, by a request on the stream of the call itself. mcp-go
// sends it on the stream that a session may have of its own, and waits without end where none is open.
func (c *callSession) RequestSampling(ctx context.Context, request mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	if c.exchange.asks == nil || !c.exchange.events {
		return nil, errNoAnswer
	}
	return c.exchange.asks.sample(ctx, c.tell, request.CreateMessageParams)
}

// tell sends a message of ours on the stream of the call, behind what the client was told before. When
// the call is over it has no stream to go to.
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
