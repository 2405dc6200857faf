package streamhttp

import (
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/fault"
	"plotline/internal/output"
	"plotline/tools/transport"
)

// Codes from the range that JSON-RPC leaves to servers. Other MCP servers use the same.
const (
	overloaded      = -32000
	sessionNotFound = -32001
)

// retryAfter is the Retry-After of an overloaded server.
const retryAfter = 10 * time.Second

const eventStream = "text/event-stream"

// refusal is the answer to a request that does not reach mcp-go.
type refusal struct {
	status int
	rpc    int        // of the JSON-RPC error
	code   fault.Code // Plotline's code, in the error's data
	data   any        // the error's data, if the protocol defines it
	text   string
	allow  string
	retry  time.Duration
	bound  Limit // the limit that was reached, for a metric
}

// notAllowed rejects a method.
func notAllowed(r *http.Request, why string) refusal {
	allow := "GET, POST, DELETE"
	if mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)) {
		allow = http.MethodPost
	}
	return refusal{
		status: http.StatusMethodNotAllowed, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument,
		text: "Method not allowed: " + why, allow: allow,
	}
}

// busy rejects a request that may succeed later.
func busy(why string) refusal {
	return refusal{
		status: http.StatusServiceUnavailable, rpc: overloaded, code: fault.Unavailable, retry: retryAfter,
		text: fmt.Sprintf("%s: try again in %v", why, retryAfter),
	}
}

// refuse makes the refusal the answer, unless mcp-go already streams one.
func (x *exchange) refuse(why refusal) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.header = http.Header{"Content-Type": {"application/json"}}
	if why.allow != "" {
		x.header.Set("Allow", why.allow)
	}
	if why.retry > 0 {
		x.header.Set("Retry-After", strconv.Itoa(int(why.retry.Seconds())))
	}
	x.status = why.status
	x.body.Reset()
	x.body.Write(why.body(x.id))
}

// body returns the refusal as a JSON-RPC error.
func (why refusal) body(id []byte) []byte {
	data := why.data
	if data == nil && why.code != "" {
		data = map[string]any{"code": why.code}
	}
	raw, err := output.Marshal(mcp.NewJSONRPCError(transport.RequestID(id), why.rpc, why.text, data))
	if err != nil {
		return []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}`)
	}
	return raw
}

// explain converts a plain text error of mcp-go into a JSON-RPC error.
func (x *exchange) explain() {
	if x.status < http.StatusBadRequest || isJSON(x.header) {
		return
	}
	why := refusal{status: x.status, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument, text: strings.TrimSpace(x.body.String())}
	if x.status >= http.StatusInternalServerError {
		why.rpc, why.code = mcp.INTERNAL_ERROR, fault.Internal
	}
	x.header.Set("Content-Type", "application/json")
	x.body.Reset()
	x.body.Write(why.body(x.id))
}

func isJSON(header http.Header) bool {
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return kind == "application/json"
}

// accepts reports whether the client accepts answers of the type. Without an Accept header it accepts any.
func accepts(r *http.Request, kind string) bool {
	wanted := r.Header.Values("Accept")
	if len(wanted) == 0 {
		return true
	}
	family, _, _ := strings.Cut(kind, "/")
	for one := range strings.SplitSeq(strings.Join(wanted, ","), ",") {
		name, params, err := mime.ParseMediaType(one)
		if err != nil || params["q"] == "0" {
			continue
		}
		if name == kind || name == family+"/*" || name == "*/*" {
			return true
		}
	}
	return false
}
