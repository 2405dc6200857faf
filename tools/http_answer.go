package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// begin makes the answer a stream of events.
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

// send writes to the client. Who went away is noticed by the context of the request.
func (x *exchange) send(p []byte) error {
	_, err := x.w.Write(p) //nolint:gosec // G705: this is JSON, and says so
	return err
}

func (x *exchange) sendEvent(message []byte) {
	_ = x.send(slices.Concat([]byte("event: message\ndata: "), message, []byte("\n\n")))
	x.flush()
}

// finish writes the answer, after every notification of the call.
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
	body := x.whole(bytes.TrimSuffix(x.body.Bytes(), []byte("\n")))
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

// failed tells whether the answer is an error.
func (x *exchange) failed() bool {
	var answer struct {
		Result json.RawMessage `json:"result"`
	}
	return json.Unmarshal(x.body.Bytes(), &answer) != nil || len(answer.Result) == 0
}

// hold keeps a part of the answer out of mcp-go's hands.
func (x *exchange) hold(parts map[string][]byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.held = parts
}

// whole puts the parts that were held back into their places.
func (x *exchange) whole(p []byte) []byte {
	for token := range x.held {
		if bytes.Contains(p, []byte(token)) {
			return splice(p, x.held)
		}
		break
	}
	return p
}
