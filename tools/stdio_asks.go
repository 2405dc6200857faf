package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	_ server.SessionWithElicitation = (*stdioSession)(nil)
	_ server.SessionWithSampling    = (*stdioSession)(nil)
)

// clientRequests are the server's requests to the client that are not answered yet.
type clientRequests struct {
	mu     sync.Mutex // guards the fields below
	last   int
	open   map[string]chan json.RawMessage // closed when no answer can come any more
	closed bool
}

var errNoAnswer = errors.New("the client has closed its side and can answer no more")

// RequestElicitation has the client ask its user.
func (s *stdioSession) RequestElicitation(ctx context.Context, request mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	raw, err := s.asks.ask(ctx, s.send, mcp.MethodElicitationCreate, request.Params)
	if err != nil {
		return nil, err
	}
	var said mcp.ElicitationResult
	if err := json.Unmarshal(raw, &said); err != nil {
		return nil, fmt.Errorf("the client's answer cannot be read: %w", err)
	}
	return &said, nil
}

// RequestSampling asks the client's model.
func (s *stdioSession) RequestSampling(ctx context.Context, request mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return s.asks.sample(ctx, s.send, request.CreateMessageParams)
}

// send sends a message after the earlier notifications. Progress that arrives after a question could come together
// with the answer of the call, and the official TypeScript client then drops it.
func (s *stdioSession) send(ctx context.Context, message any) {
	s.flush(ctx)
	s.write(ctx, message)
}

// sample asks the client's model. The content of the result has the Go types that encoding/json chooses.
func (a *clientRequests) sample(ctx context.Context, write writer, params mcp.CreateMessageParams) (*mcp.CreateMessageResult, error) {
	raw, err := a.ask(ctx, write, mcp.MethodSamplingCreateMessage, params)
	if err != nil {
		return nil, err
	}
	var said mcp.CreateMessageResult
	if err := json.Unmarshal(raw, &said); err != nil {
		return nil, fmt.Errorf("the client's answer cannot be read: %w", err)
	}
	return &said, nil
}

// writer sends a message to the client.
type writer func(ctx context.Context, message any)

// ask sends a request and waits for its answer.
func (a *clientRequests) ask(ctx context.Context, write writer, method mcp.MCPMethod, params any) (json.RawMessage, error) {
	id, answer := a.begin()
	defer a.end(id)
	write(ctx, map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": id, "method": method, "params": params})
	select {
	case raw, ok := <-answer:
		if !ok {
			return nil, errNoAnswer
		}
		return resultOf(raw)
	case <-ctx.Done():
		write(ctx, map[string]any{
			"jsonrpc": mcp.JSONRPC_VERSION, "method": mcp.MethodNotificationCancelled,
			"params": map[string]any{"requestId": id, "reason": "nobody waits for the answer any more"},
		})
		return nil, ctx.Err()
	}
}

func (a *clientRequests) begin() (id string, answer chan json.RawMessage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last++
	id, answer = "plotline-"+strconv.Itoa(a.last), make(chan json.RawMessage, 1)
	switch {
	case a.closed:
		close(answer)
	case a.open == nil:
		a.open = map[string]chan json.RawMessage{id: answer}
	default:
		a.open[id] = answer
	}
	return id, answer
}

func (a *clientRequests) end(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.open, id)
}

// close ends all open requests, because the client has sent its last message.
func (a *clientRequests) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	for id, answer := range a.open {
		close(answer)
		delete(a.open, id)
	}
}

// answered delivers an answer. It returns false if no open request has the id.
func (a *clientRequests) answered(id json.RawMessage, raw json.RawMessage) bool {
	var name string
	if json.Unmarshal(id, &name) != nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	answer, ok := a.open[name]
	if ok {
		answer <- raw
		delete(a.open, name)
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
		return nil, errDeclined
	}
	return response.Result, nil
}
