package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// ClientRequests are the server's requests to the client that are not answered yet.
type ClientRequests struct {
	mu     sync.Mutex // guards the fields below
	last   int
	open   map[string]chan json.RawMessage // closed when no answer can come any more
	closed bool
}

// The ways in which a request to the client ends without a result.
var (
	ErrNoAnswer = errors.New("the client closed the connection and cannot answer")
	ErrDeclined = errors.New("the client answered with an error")
)

// Send sends a message to the client.
type Send func(ctx context.Context, message any)

// Elicit has the client ask its user.
func (r *ClientRequests) Elicit(ctx context.Context, send Send, params mcp.ElicitationParams) (*mcp.ElicitationResult, error) {
	return request[mcp.ElicitationResult](ctx, r, send, mcp.MethodElicitationCreate, params)
}

// Sample asks the client's model. The content of the result has the Go types that encoding/json chooses.
func (r *ClientRequests) Sample(ctx context.Context, send Send, params mcp.CreateMessageParams) (*mcp.CreateMessageResult, error) {
	return request[mcp.CreateMessageResult](ctx, r, send, mcp.MethodSamplingCreateMessage, params)
}

// ListRoots asks the client for its roots.
func (r *ClientRequests) ListRoots(ctx context.Context, send Send) (*mcp.ListRootsResult, error) {
	return request[mcp.ListRootsResult](ctx, r, send, mcp.MethodListRoots, mcp.ListRootsParams{})
}

func request[Result any](ctx context.Context, r *ClientRequests, send Send, method mcp.MCPMethod, params any) (*Result, error) {
	raw, err := r.ask(ctx, send, method, params)
	if err != nil {
		return nil, err
	}
	var result Result
	if err := json.Unmarshal(raw, &result); err != nil {
		return nil, fmt.Errorf("cannot read the client's answer: %w", err)
	}
	return &result, nil
}

// ask sends a request and waits for its answer.
func (r *ClientRequests) ask(ctx context.Context, send Send, method mcp.MCPMethod, params any) (json.RawMessage, error) {
	id, answer := r.begin()
	defer r.end(id)
	send(ctx, map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": id, "method": method, "params": params})
	select {
	case raw, ok := <-answer:
		if !ok {
			return nil, ErrNoAnswer
		}
		return resultOf(raw)
	case <-ctx.Done():
		send(ctx, map[string]any{
			"jsonrpc": mcp.JSONRPC_VERSION, "method": mcp.MethodNotificationCancelled,
			"params": map[string]any{"requestId": id, "reason": "nobody waits for the answer any more"},
		})
		return nil, ctx.Err()
	}
}

func (r *ClientRequests) begin() (id string, answer chan json.RawMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	id, answer = "plotline-"+strconv.Itoa(r.last), make(chan json.RawMessage, 1)
	switch {
	case r.closed:
		close(answer)
	case r.open == nil:
		r.open = map[string]chan json.RawMessage{id: answer}
	default:
		r.open[id] = answer
	}
	return id, answer
}

func (r *ClientRequests) end(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, id)
}

// Close ends all open requests, because the client has sent its last message.
func (r *ClientRequests) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for id, answer := range r.open {
		close(answer)
		delete(r.open, id)
	}
}

// Answered delivers an answer. It returns false if no open request has the id.
func (r *ClientRequests) Answered(id json.RawMessage, raw json.RawMessage) bool {
	var name string
	if json.Unmarshal(id, &name) != nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	answer, ok := r.open[name]
	if ok {
		answer <- raw
		delete(r.open, name)
	}
	return ok
}

func resultOf(raw json.RawMessage) (json.RawMessage, error) {
	var response struct {
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(raw, &response); err != nil {
		return nil, err
	}
	if len(response.Error) > 0 && string(response.Error) != "null" {
		return nil, ErrDeclined
	}
	return response.Result, nil
}

// The extension MCP Apps, by which a client shows a server's page in place of a tool's result.
const (
	AppExtension = "io.modelcontextprotocol/ui"
	AppMIMEType  = "text/html;profile=mcp-app"
)

// ShowsApps reports whether the client has declared that it shows MCP Apps.
func ShowsApps(ctx context.Context) bool { return showsApps(Capabilities(ctx)) }

func showsApps(can mcp.ClientCapabilities) bool {
	settings, ok := can.Extensions[AppExtension].(map[string]any)
	if !ok {
		return false
	}
	types, ok := settings["mimeTypes"].([]any)
	return ok && slices.Contains(types, any(AppMIMEType))
}

// keptExtensions returns what a session keeps of the client's extensions, in a size that does not depend on the client.
func keptExtensions(can mcp.ClientCapabilities) map[string]any {
	if !showsApps(can) {
		return nil
	}
	return map[string]any{AppExtension: map[string]any{"mimeTypes": []any{AppMIMEType}}}
}
