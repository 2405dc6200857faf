package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/tools/transport"
)

// answer handles a message and writes the response, unless there is none or the client cancelled the request.
func (c *connection) answer(ctx context.Context, id, raw json.RawMessage) {
	ctx, end := c.answers.Begin(ctx)
	defer end()
	response := c.handle(ctx, id, raw)
	if response != nil && !errors.Is(context.Cause(ctx), errCancelled) {
		c.write(ctx, response)
	}
}

// handle recovers from a panic in mcp-go or in a hook, which would end the process.
func (c *connection) handle(ctx context.Context, id, raw json.RawMessage) (response mcp.JSONRPCMessage) {
	defer func() {
		if p := recover(); p != nil {
			c.endpoint.Logger.ErrorContext(ctx, "panic in the protocol", "panic", p, "stack", string(debug.Stack()))
			response = nil
			if len(id) > 0 {
				response = rpcError(id, mcp.INTERNAL_ERROR, "Internal error")
			}
		}
	}()
	ctx, raw = c.endpoint.TakeArguments(ctx, raw)
	response = c.endpoint.MCP.HandleMessage(ctx, raw)
	if failed, is := response.(mcp.JSONRPCError); is {
		failed.Error.Message = c.endpoint.Reword(raw, failed.Error.Message)
		return failed
	}
	return response
}

// refuse answers a request that is too long.
func (c *connection) refuse(calls context.Context, ends json.RawMessage) {
	c.write(calls, rpcError(idOf(ends), mcp.INVALID_REQUEST,
		fmt.Sprintf("Too large: a request may have %d bytes", maxRequest)))
}

func rpcError(id json.RawMessage, code int, text string) mcp.JSONRPCMessage {
	return mcp.NewJSONRPCError(transport.RequestID(id), code, text, nil)
}

// write writes one message on a line of its own. A failed write cancels all calls.
func (c *connection) write(ctx context.Context, message any) {
	raw, err := transport.Marshal(message)
	if err != nil {
		c.endpoint.Logger.ErrorContext(ctx, "cannot write a message", "error", err)
		return
	}
	c.outMu.Lock()
	defer c.outMu.Unlock()
	if c.outErr != nil {
		return
	}
	if _, err := c.out.Write(append(raw, '\n')); err != nil {
		c.outErr = fmt.Errorf("the client no longer reads: %w", err)
		c.cancel(context.Canceled)
		return
	}
	c.written.Add(1)
}

func (c *connection) broken() error {
	c.outMu.Lock()
	defer c.outMu.Unlock()
	return c.outErr
}
