package tools

import (
	"context"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport"
	"plotline/tools/transport/streamhttp"
)

// hooks change how mcp-go handles requests by default.
func (s *Server) hooks() *server.Hooks {
	h := &server.Hooks{}
	transport.AddHooks(h)
	streamhttp.AddHooks(h)
	h.AddAfterListTools(s.listTools)
	h.AddBeforeReadResource(s.readResource)
	s.addAppHooks(h)
	h.AddBeforeGetPrompt(s.checkPrompt)
	return h
}

// listTools completes the tools of a list. It removes hidden tools, and tools that the caller's role may not call. A
// filter of mcp-go would also reject calls of them, with its own message.
func (s *Server) listTools(ctx context.Context, _ any, _ *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
	role := s.caller(ctx).Role
	result.Tools = slices.DeleteFunc(result.Tools, func(bare mcp.Tool) bool {
		t, ours := s.tools.Lookup(bare.Name)
		return ours && (t.Hidden || !role.May(t.Action()))
	})
	apps := s.offersApp() && transport.ShowsApps(ctx)
	for i, bare := range result.Tools {
		if shown, ours := s.listed[bare.Name]; ours {
			result.Tools[i] = shown()
			if apps && isDrawn(bare.Name) {
				result.Tools[i].Meta = mcp.NewMetaFromMap(map[string]any{"ui": map[string]any{"resourceUri": appURI}})
			}
		}
	}
}
