package transport

import (
	"context"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
)

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
