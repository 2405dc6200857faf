package conformance

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// step is the time between two notifications that the runner expects.
const step = 50 * time.Millisecond

// addNotices adds tools that make the server send messages before it replies, or unprompted.
func addNotices(s *server.MCPServer) {
	addTool(s, "test_tool_with_logging", "Logs while it works", logging(s))
	addTool(s, "test_logging_tool", "Logs while it works, when it may", logging(s))
	addTool(s, "test_tool_with_progress", "Tells of its progress", progressing(s))
	addTool(s, "test_trigger_tool_change", "Says that the list of tools has changed",
		changed(s, mcp.MethodNotificationToolsListChanged))
	addTool(s, "test_trigger_prompt_change", "Says that the list of prompts has changed",
		changed(s, mcp.MethodNotificationPromptsListChanged))
}

func logging(s *server.MCPServer) server.ToolHandlerFunc {
	return func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for i, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
			rest(i)
			// A session's level is error until its client sets one, but the runner expects info messages
			// without setting it. A client of the newer era sets the level in each request.
			params := map[string]any{"level": mcp.LoggingLevelInfo, "logger": "conformance", "data": text}
			if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern && info.LogLevel == "" {
				continue
			}
			if err := s.SendNotificationToClient(ctx, "notifications/message", params); err != nil {
				return nil, err
			}
		}
		return mcp.NewToolResultText("Tool with logging executed successfully"), nil
	}
}

func progressing(s *server.MCPServer) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for i, done := range []int{0, 50, 100} {
			rest(i)
			if req.Params.Meta == nil || req.Params.Meta.ProgressToken == nil {
				continue
			}
			params := map[string]any{"progressToken": req.Params.Meta.ProgressToken, "progress": done, "total": 100}
			if err := s.SendNotificationToClient(ctx, string(mcp.MethodNotificationProgress), params); err != nil {
				return nil, err
			}
		}
		return mcp.NewToolResultText("Tool with progress executed successfully"), nil
	}
}

func rest(i int) {
	if i > 0 {
		time.Sleep(step)
	}
}

func changed(s *server.MCPServer, method string) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s.SendNotificationToAllClients(method, nil)
		return mcp.NewToolResultText("ok"), nil
	}
}
