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

// Register adds the fixtures, and the capabilities that they need and Plotline does not have.
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

// addTool adds a tool without arguments that are looked at.
func addTool(s *server.MCPServer, name, description string, handler server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool(name, mcp.WithDescription(description)), handler)
}

// answering makes a handler of an answer that is always the same.
func answering(content ...mcp.Content) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: content}, nil
	}
}

// can tells what the client of the newer era said it can do with this request. An older client said it
// once for its session, and mcp-go looks there.
func can(ctx context.Context) mcp.ClientCapabilities {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.ClientCapabilities != nil {
		return *info.ClientCapabilities
	}
	return mcp.ClientCapabilities{}
}
