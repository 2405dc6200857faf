package transport

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// AddHooks adds hooks that change how mcp-go handles requests by default.
func AddHooks(h *server.Hooks) {
	h.AddOnRequestInitialization(wellFormed)
	h.AddBeforeListTools(func(_ context.Context, _ any, r *mcp.ListToolsRequest) { refuseCursor(&r.Params) })
	h.AddBeforeListPrompts(func(_ context.Context, _ any, r *mcp.ListPromptsRequest) { refuseCursor(&r.Params) })
	h.AddBeforeListResources(func(_ context.Context, _ any, r *mcp.ListResourcesRequest) { refuseCursor(&r.Params) })
	h.AddBeforeListResourceTemplates(func(_ context.Context, _ any, r *mcp.ListResourceTemplatesRequest) { refuseCursor(&r.Params) })
	h.AddAfterInitialize(trimSession)
}

// refuseCursor makes mcp-go reject every cursor as invalid params. Lists have one page, so no cursor is valid. mcp-go
// would answer a cursor in valid base64 with an empty list.
func refuseCursor(p *mcp.PaginatedParams) {
	if p.Cursor != "" {
		p.Cursor = "!" // invalid base64
	}
}

// trimSession removes what a session does not need of the client's initialize. mcp-go keeps everything.
func trimSession(ctx context.Context, _ any, _ *mcp.InitializeRequest, _ *mcp.InitializeResult) {
	session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	if !ok {
		return
	}
	info, can := session.GetClientInfo(), session.GetClientCapabilities()
	session.SetClientInfo(mcp.Implementation{Name: Printable(info.Name), Version: Printable(info.Version)})
	session.SetClientCapabilities(mcp.ClientCapabilities{
		Roots: can.Roots, Sampling: can.Sampling, Elicitation: can.Elicitation, Tasks: can.Tasks, Extensions: keptExtensions(can),
	})
}

// wellFormed rejects params that mcp-go could not decode. The errors of mcp-go would show names of Go types.
func wellFormed(_ context.Context, _ any, message any) error {
	raw, ok := message.(json.RawMessage)
	if !ok {
		return nil
	}
	var head struct {
		Method mcp.MCPMethod `json:"method"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return errors.New("the request is malformed")
	}
	if err := json.Unmarshal(raw, paramsOf(head.Method)); err != nil {
		return malformed(head.Method, err)
	}
	return nil
}

// paramsOf returns the type that a request of the method must decode into. Arguments of a tool are among the params
// only if TakeArguments did not take them.
func paramsOf(method mcp.MCPMethod) any {
	switch method {
	case mcp.MethodToolsCall:
		return &struct {
			Params struct {
				mcp.MultiRoundTripParams
				Name      string          `json:"name"`
				Arguments any             `json:"arguments"`
				Meta      *mcp.Meta       `json:"_meta"`
				Task      *mcp.TaskParams `json:"task"`
			} `json:"params"`
		}{}
	case mcp.MethodInitialize:
		return &mcp.InitializeRequest{}
	case mcp.MethodResourcesRead:
		return &mcp.ReadResourceRequest{}
	case mcp.MethodPromptsGet:
		return &mcp.GetPromptRequest{}
	case mcp.MethodCompletionComplete:
		return &mcp.CompleteRequest{}
	case mcp.MethodSetLogLevel:
		return &mcp.SetLevelRequest{}
	case mcp.MethodResourcesSubscribe, mcp.MethodResourcesUnsubscribe:
		return &mcp.SubscribeRequest{}
	case mcp.MethodSubscriptionsListen:
		return &mcp.SubscriptionsListenRequest{}
	default:
		return &mcp.PaginatedRequest{}
	}
}
