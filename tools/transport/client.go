package transport

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"unicode"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Capabilities returns the client's capabilities, from the request if it has them, else from the session.
func Capabilities(ctx context.Context) mcp.ClientCapabilities {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.ClientCapabilities != nil {
		return *info.ClientCapabilities
	}
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return session.GetClientCapabilities()
	}
	return mcp.ClientCapabilities{}
}

// ClientName returns the client's name and version, as in "inspector/2.12", from the request if it has them, else
// from the session. They are unverified and serve only the audit record.
func ClientName(ctx context.Context) string {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.ClientInfo != nil {
		return nameOf(*info.ClientInfo)
	}
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return nameOf(session.GetClientInfo())
	}
	return ""
}

func nameOf(client mcp.Implementation) string {
	name, version := Printable(client.Name), Printable(client.Version)
	if name == "" || version == "" {
		return name
	}
	return name + "/" + version
}

// Printable puts a client's text on one line and shortens it.
func Printable(text string) string {
	const most = 64
	kept := make([]rune, 0, most)
	for _, r := range strings.TrimSpace(text) {
		if len(kept) == most {
			break
		}
		if unicode.IsPrint(r) {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

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
