package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/testing/kit/stdioclient"
)

// MCP calls use cases by MCP over HTTP, in a session.
type MCP struct{ client *client.Client }

// OverHTTP begins a session with a server that needs no token.
func OverHTTP(ctx context.Context, url string) (*MCP, error) {
	c, err := client.NewStreamableHttpClient(url + "/mcp")
	if err != nil {
		return nil, err
	}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "plotline-testing", Version: "1"}
	if err = c.Start(ctx); err == nil {
		_, err = c.Initialize(ctx, hello)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &MCP{c}, nil
}

// Close ends the session.
func (m *MCP) Close() error { return m.client.Close() }

// Call calls the tool with the use case's name.
func (m *MCP) Call(ctx context.Context, useCase string, args map[string]any) (Answer, error) {
	var call mcp.CallToolRequest
	call.Params.Name, call.Params.Arguments = useCase, args
	got, err := m.client.CallTool(ctx, call)
	if err != nil {
		return Answer{}, err
	}
	if len(got.Content) != 1 {
		return Answer{}, invalidReply("%s: %d contents", useCase, len(got.Content))
	}
	text, ok := mcp.AsTextContent(got.Content[0])
	if !ok {
		return Answer{}, invalidReply("%s: no text: %v", useCase, got.Content)
	}
	return toolAnswer(useCase, got.IsError, text.Text)
}

func toolAnswer(useCase string, isError bool, text string) (Answer, error) {
	if isError {
		return rejection(useCase, []byte(text), "details")
	}
	return Answer{Result: json.RawMessage(text)}, nil
}

// Stdio calls use cases by MCP over the standard streams of a process.
type Stdio struct{ Process *stdioclient.Client }

// Call calls the tool with the use case's name. If ctx ends first, the call continues without its caller.
func (s Stdio) Call(ctx context.Context, useCase string, args map[string]any) (Answer, error) {
	_, answers, err := s.Process.Begin("tools/call", map[string]any{"name": useCase, "arguments": args})
	if err != nil {
		return Answer{}, err
	}
	select {
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	case m, came := <-answers:
		if !came {
			return Answer{}, fmt.Errorf("%s: the program ended: %s", useCase, s.Process.Log())
		}
		return ofMessage(useCase, m)
	}
}

func ofMessage(useCase string, m stdioclient.Message) (Answer, error) {
	var result stdioclient.ToolResult
	if m.Error != nil {
		return Answer{}, invalidReply("%s: %s", useCase, m.Error)
	}
	if err := json.Unmarshal(m.Result, &result); err != nil || len(result.Content) != 1 {
		return Answer{}, invalidReply("%s: %.500s", useCase, m.Result)
	}
	return toolAnswer(useCase, result.IsError, result.Content[0].Text)
}
