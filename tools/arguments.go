package tools

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/jsoncut"
	"plotline/graph/output"
	"plotline/graph/usecase"
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
		return json.Unmarshal(quoted, &name) == nil && s.all.Has(name)
	})
}

// liftIf does so for the tools that are ours. The arguments are a part of the message, not a copy.
func liftIf(ctx context.Context, message json.RawMessage, ours func(name json.RawMessage) bool) (context.Context, json.RawMessage) {
	if !json.Valid(message) {
		return ctx, message
	}
	whole := membersOf(message)
	params := membersOf(whole["params"])
	if string(whole["method"]) != `"`+string(mcp.MethodToolsCall)+`"` || len(params["arguments"]) == 0 || !ours(params["name"]) {
		return ctx, message
	}
	args := &lifted{text: params["arguments"]}
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

// membersOf are the members of an object, none of any other value. Of a name given twice the last counts.
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
		member, _ := cut.Next() // which valid JSON has
		all[jsoncut.Text(name)] = member
	}
}

// lifted are the arguments that were taken out of a message, until the use case needs them no longer.
type lifted struct{ text json.RawMessage }

// argumentsOf are a call's arguments, as the client wrote them.
func argumentsOf(ctx context.Context, req mcp.CallToolRequest) json.RawMessage {
	if args, ok := ctx.Value(argumentsKey{}).(*lifted); ok {
		return args.text
	}
	return req.Params.RawArguments
}

// withRelease lets the use case drop the arguments. What a later round has to know of them is kept.
func withRelease(ctx context.Context, r *rounds) context.Context {
	args, ok := ctx.Value(argumentsKey{}).(*lifted)
	if !ok {
		return ctx
	}
	return usecase.WithRelease(ctx, sync.OnceFunc(func() {
		if r != nil {
			r.bound()
		}
		args.text = nil
	}))
}
