package transport

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/jsoncut"
	"plotline/internal/output"
	"plotline/internal/usecase"
)

type argumentsKey struct{}

// TakeArguments moves the arguments of a call of one of the server's own tools from the message into the context. Every
// transport does so before it passes a message to mcp-go. mcp-go decodes the arguments several times and into Go
// values: numbers beyond float64 would fail, and a long list would cost more than the use case. Other messages are
// returned unchanged, so that tools added to MCP elsewhere find their arguments where mcp-go puts them. The arguments
// are a slice of the message, not a copy.
func (e *Endpoint) TakeArguments(ctx context.Context, message json.RawMessage) (context.Context, json.RawMessage) {
	if !json.Valid(message) {
		return ctx, message
	}
	whole := membersOf(message)
	params := membersOf(whole["params"])
	if string(whole["method"]) != `"`+string(mcp.MethodToolsCall)+`"` || len(params["arguments"]) == 0 || !e.owns(params["name"]) {
		return ctx, message
	}
	args := &arguments{text: params["arguments"]}
	delete(params, "arguments")
	rest, err := output.Marshal(params)
	if err == nil {
		whole["params"] = rest
		rest, err = output.Marshal(whole)
	}
	if err != nil {
		return ctx, message
	}
	return context.WithValue(ctx, argumentsKey{}, args), rest
}

func (e *Endpoint) owns(quoted json.RawMessage) bool {
	var name string
	return json.Unmarshal(quoted, &name) == nil && e.Owns(name)
}

// membersOf returns the members of an object, and none for other values. If a name occurs twice, the last one counts.
func membersOf(value json.RawMessage) map[string]json.RawMessage {
	value = jsoncut.Trimmed(value)
	if len(value) == 0 || value[0] != '{' {
		return nil
	}
	all := map[string]json.RawMessage{}
	cut := jsoncut.New(value)
	for {
		name, more := cut.Next()
		if !more {
			return all
		}
		member, _ := cut.Next() // valid JSON has one
		all[jsoncut.Text(name)] = member
	}
}

// arguments holds arguments taken from a message until the use case has released them.
type arguments struct{ text json.RawMessage }

// ArgumentsOf returns a call's arguments as the client wrote them.
func ArgumentsOf(ctx context.Context, req mcp.CallToolRequest) json.RawMessage {
	if args, ok := ctx.Value(argumentsKey{}).(*arguments); ok {
		return args.text
	}
	return req.Params.RawArguments
}

// WithRelease lets the use case free the arguments. before is called first; it computes what is needed of them later.
func WithRelease(ctx context.Context, before func()) context.Context {
	args, ok := ctx.Value(argumentsKey{}).(*arguments)
	if !ok {
		return ctx
	}
	return usecase.WithRelease(ctx, sync.OnceFunc(func() {
		before()
		args.text = nil
	}))
}
