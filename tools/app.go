package tools

import (
	"context"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport"
)

// appURI is the page that draws results. Only clients that have declared the extension MCP Apps are told of it; the
// others see the same lists as without it.
const appURI = "ui://plotline/graph"

const noApp = "This program was built without its pages. To include them, install Node.js 20.19 or newer and run `make`"

// drawnTools are the tools whose results the page draws.
func drawnTools() []string {
	return []string{"recall", "find_related_episodes", "explain_connection", "get_dependency_graph"}
}

func isDrawn(tool string) bool { return slices.Contains(drawnTools(), tool) }

// offersApp reports whether there is a page, and a tool whose results it draws.
func (s *Server) offersApp() bool {
	return s.cfg.App != "" && slices.ContainsFunc(drawnTools(), func(tool string) bool { return s.tools.Has(tool) })
}

// extensions are the extensions that the server announces.
func (s *Server) extensions() map[string]any {
	if !s.offersApp() {
		return nil
	}
	return map[string]any{transport.AppExtension: map[string]any{}}
}

func (s *Server) addApp() {
	if !s.offersApp() {
		return
	}
	meta := appMeta()
	s.mcp.AddResource(mcp.Resource{
		URI: appURI, Name: "graph_app", MIMEType: transport.AppMIMEType, Meta: mcp.NewMetaFromMap(meta),
		Title:       s.text.get("Graph in the conversation", "resource.graph_app.title"),
		Description: s.text.get("The page that draws results, for clients that show MCP Apps.", "resource.graph_app.description"),
	}, func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return []mcp.ResourceContents{
			mcp.TextResourceContents{URI: appURI, MIMEType: transport.AppMIMEType, Text: s.cfg.App, Meta: meta},
		}, nil
	})
}

// appMeta tells the host what the page needs: no domain at all, and a border.
func appMeta() map[string]any {
	none := []string{}
	return map[string]any{"ui": map[string]any{
		"csp":           map[string]any{"connectDomains": none, "resourceDomains": none, "frameDomains": none, "baseUriDomains": none},
		"prefersBorder": true,
	}}
}

// addAppHooks adds the hooks that keep the page from clients that have not declared the extension.
func (s *Server) addAppHooks(h *server.Hooks) {
	if !s.offersApp() {
		return
	}
	hide := func(ctx context.Context, can *mcp.ServerCapabilities) {
		if !transport.ShowsApps(ctx) {
			can.Extensions = nil
		}
	}
	h.AddAfterInitialize(func(ctx context.Context, _ any, _ *mcp.InitializeRequest, result *mcp.InitializeResult) {
		hide(ctx, &result.Capabilities)
	})
	h.AddAfterDiscover(func(ctx context.Context, _ any, _ *mcp.DiscoverRequest, result *mcp.DiscoverResult) {
		hide(ctx, &result.Capabilities)
	})
	h.AddAfterListResources(func(ctx context.Context, _ any, _ *mcp.ListResourcesRequest, result *mcp.ListResourcesResult) {
		if !transport.ShowsApps(ctx) {
			result.Resources = slices.DeleteFunc(result.Resources, func(r mcp.Resource) bool { return r.URI == appURI })
		}
	})
}
