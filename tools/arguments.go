package tools

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/output"
)

type argumentsKey struct{}

// lift takes the arguments out of a call of one of our tools, and into the context, where the tool finds
// them. Every way in does so before it hands a message to mcp-go, which reads the arguments several times
// over, and into Go's values: a number that no float64 holds is an error there, and a long list costs
// more than the use case. Any other message comes back as it was: a tool that somebody else added to the
// MCPServer finds its arguments where mcp-go puts them.
func (s *Server) lift(ctx context.Context, message json.RawMessage) (context.Context, json.RawMessage) {
	return liftIf(ctx, message, func(quoted json.RawMessage) bool {
		var name string
		return json.Unmarshal(quoted, &name) == nil && s.tools.Has(name)
	})
}

// liftIf does so for the tools that are ours.
func liftIf(ctx context.Context, message json.RawMessage, ours func(name json.RawMessage) bool) (context.Context, json.RawMessage) {
	var whole, params map[string]json.RawMessage
	if json.Unmarshal(message, &whole) != nil || string(whole["method"]) != `"`+string(mcp.MethodToolsCall)+`"` {
		return ctx, message
	}
	if json.Unmarshal(whole["params"], &params) != nil || len(params["arguments"]) == 0 || !ours(params["name"]) {
		return ctx, message
	}
	arguments := params["arguments"]
	delete(params, "arguments")
	rest, err := output.Marshal(params)
	if err == nil {
		whole["params"] = rest
		rest, err = output.Marshal(whole)
	}
	if err != nil {
		return ctx, message
	}
	return context.WithValue(ctx, argumentsKey{}, arguments), rest
}

// argumentsOf are a call's arguments, as the client wrote them.
func argumentsOf(ctx context.Context, req mcp.CallToolRequest) json.RawMessage {
	if lifted, ok := ctx.Value(argumentsKey{}).(json.RawMessage); ok {
		return lifted
	}
	return req.Params.RawArguments
}
