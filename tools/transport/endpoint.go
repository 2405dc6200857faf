package transport

import (
	"encoding/json"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Endpoint is what a transport passes messages to: mcp-go's server, and what this server does around it.
type Endpoint struct {
	MCP *server.MCPServer
	// Owns reports whether a tool reads its arguments by ArgumentsOf. Only the arguments of such tools are kept from
	// mcp-go.
	Owns func(tool string) bool
	// Reword rewrites mcp-go's text of a protocol error. request is the message that caused the error.
	Reword func(request json.RawMessage, text string) string
	Logger *slog.Logger
}

// RequestID parses the id of a request. It is null for an unreadable id, as JSON-RPC requires.
func RequestID(id json.RawMessage) mcp.RequestId {
	var known mcp.RequestId
	_ = json.Unmarshal(id, &known)
	return known
}
