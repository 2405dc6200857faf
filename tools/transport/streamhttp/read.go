package streamhttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/fault"
)

// envelope has the fields of a message that are needed to pass it on.
type envelope struct {
	Method mcp.MCPMethod   `json:"method"`
	ID     json.RawMessage `json:"id"`
	Params struct {
		Meta *mcp.Meta `json:"_meta"`
	} `json:"params"`
}

func parse(body []byte) (envelope, *refusal) {
	var m envelope
	if err := json.Unmarshal(body, &m); err == nil || json.Valid(body) && !isBatch(body) {
		return m, nil // mcp-go checks the form of params
	}
	if isBatch(body) && json.Valid(body) {
		return m, &refusal{status: http.StatusBadRequest, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument, text: "A batch is not supported: send each message by itself"}
	}
	return m, &refusal{status: http.StatusBadRequest, rpc: mcp.PARSE_ERROR, code: fault.InvalidArgument, text: "The body is not JSON"}
}

func isBatch(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) }

// growUpTo limits the memory that readBody takes for a body of which it only knows the length, in bytes.
const growUpTo = 16 << 20

// readBody reads the body. Middleware limits its size.
func readBody(r *http.Request) ([]byte, *refusal) {
	if whole, is := r.Body.(interface{ Bytes() []byte }); is { // the middleware has read it
		return whole.Bytes(), nil
	}
	var body bytes.Buffer
	if r.ContentLength > 0 && r.ContentLength <= growUpTo {
		body.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	_, err := body.ReadFrom(r.Body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, &refusal{
			status: http.StatusRequestEntityTooLarge, rpc: mcp.INVALID_REQUEST, code: fault.TooLarge,
			text: fmt.Sprintf("Too large: a request may have %d bytes", tooLarge.Limit),
		}
	case err != nil:
		return nil, &refusal{status: http.StatusBadRequest, rpc: mcp.PARSE_ERROR, code: fault.InvalidArgument, text: "The body did not arrive whole"}
	}
	return body.Bytes(), nil
}

// checkHeaders checks the headers of a message.
func checkHeaders(r *http.Request) *refusal {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return &refusal{status: http.StatusUnsupportedMediaType, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument, text: "The Content-Type must be application/json"}
	}
	if !accepts(r, "application/json") {
		return &refusal{status: http.StatusNotAcceptable, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument, text: "The Accept header must allow application/json, and text/event-stream where notifications are wanted"}
	}
	return nil
}
