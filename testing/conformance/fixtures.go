// Package conformance runs the official MCP conformance runner against Plotline. It defines the tools,
// prompts and resources that the runner calls by fixed names. Only a special build of the program has them:
// it replaces one file of cmd/plotline. The runner's scenarios specify what each of them must do. `make
// test-all` runs the tests.
package conformance

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Register adds the fixtures, and the capabilities that they need and Plotline lacks.
func Register(s *server.MCPServer) {
	for _, option := range []server.ServerOption{
		server.WithToolCapabilities(true),
		server.WithPromptCapabilities(true),
		server.WithResourceCapabilities(true, true),
		server.WithElicitation(),
	} {
		option(s)
	}
	s.EnableSampling()
	addContents(s)
	addNotices(s)
	addSchemas(s)
	addQuestions(s)
	addRounds(s)
	addPrompts(s)
	addResources(s)
}

// addTool adds a tool that ignores its arguments.
func addTool(s *server.MCPServer, name, description string, handler server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool(name, mcp.WithDescription(description)), handler)
}

// answering returns a handler with a fixed result.
func answering(content ...mcp.Content) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: content}, nil
	}
}

// can returns the capabilities that a client of the newer era sent with this request. An older client sent
// them once for its session, where mcp-go looks.
func can(ctx context.Context) mcp.ClientCapabilities {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.ClientCapabilities != nil {
		return *info.ClientCapabilities
	}
	return mcp.ClientCapabilities{}
}
