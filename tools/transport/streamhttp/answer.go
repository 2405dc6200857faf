package streamhttp

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/output"
	"plotline/tools/transport"
)

// begin starts an event stream as the answer.
func (x *exchange) begin() {
	if x.stream {
		return
	}
	x.stream = true
	maps.Copy(x.w.Header(), http.Header{
		"Content-Type": {eventStream}, "Cache-Control": {"no-cache"}, "X-Accel-Buffering": {"no"},
	})
	x.w.WriteHeader(http.StatusOK)
}

// event sends a message as one event.
func (x *exchange) event(message []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.begin()
	x.sendEvent(message)
}

// sendTime limits the time a client takes to read an event of a stream.
const sendTime = 2 * time.Minute

// send writes to the client. The request's context reports clients that have disconnected.
func (x *exchange) send(p []byte) error {
	if x.stream { // a stream has no other time limit: drop a client that does not read
		_ = http.NewResponseController(x.w).SetWriteDeadline(time.Now().Add(sendTime))
	}
	_, err := x.w.Write(p) //nolint:gosec // G705: this is JSON, and says so
	return err
}

func (x *exchange) sendEvent(message []byte) {
	for _, part := range [][]byte{[]byte("event: message\ndata: "), message, []byte("\n\n")} {
		_ = x.send(part)
	}
	x.flush()
}

// finish writes the answer, after all notifications of the call.
func (x *exchange) finish(ctx context.Context) {
	if x.call != nil {
		x.call.close(ctx)
	}
	if x.instead != nil {
		x.refuse(*x.instead)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.through {
		return
	}
	x.explain()
	x.reword()
	body := x.restoreParts(bytes.TrimSuffix(x.body.Bytes(), []byte("\n")))
	x.body, x.held = bytes.Buffer{}, nil // free them now: the client may read the answer slowly
	if x.stream {
		x.sendEvent(body)
		return
	}
	maps.Copy(x.w.Header(), x.header)
	if len(body) > 0 {
		x.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	if x.status != 0 {
		x.w.WriteHeader(x.status)
	}
	_ = x.send(body)
}

// reword replaces mcp-go's text of an error.
func (x *exchange) reword() {
	var answer mcp.JSONRPCError
	if x.reworded == nil || json.Unmarshal(x.body.Bytes(), &answer) != nil || answer.Error.Code == 0 {
		return
	}
	answer.Error.Message = x.reworded(answer.Error.Message)
	if raw, err := output.Marshal(answer); err == nil {
		x.body.Reset()
		x.body.Write(raw)
	}
}

// failed reports whether the answer is an error.
func (x *exchange) failed() bool {
	var answer struct {
		Result json.RawMessage `json:"result"`
	}
	return json.Unmarshal(x.body.Bytes(), &answer) != nil || len(answer.Result) == 0
}

// withTokens replaces a large result by tokens, and keeps its parts for the answer.
func (x *exchange) withTokens(result *mcp.CallToolResult) *mcp.CallToolResult {
	light, parts, err := transport.ReplaceByTokens(result)
	if err != nil || parts == nil {
		return result
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.held = parts
	return light
}

// restoreParts puts the held parts back in place of their tokens.
func (x *exchange) restoreParts(p []byte) []byte {
	for token := range x.held {
		if bytes.Contains(p, []byte(token)) {
			return transport.Splice(p, x.held)
		}
		break
	}
	return p
}
