package ask

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport"
)

// rootsID is the id of the question for the roots, in the newest protocol.
const rootsID = "client-roots"

// Roots returns the URIs of the client's roots. A client of the newest protocol is asked in rounds: PendingError ends the
// call, and the repeated call has the answer. rounds is nil for a request that cannot have rounds, so such a client cannot be
// asked.
func Roots(ctx context.Context, rounds *mcp.MultiRoundTripParams) ([]string, error) {
	if transport.Capabilities(ctx).Roots == nil {
		return nil, nil
	}
	if !mcp.IsModernProtocol(server.RequestProtocolVersion(ctx)) {
		return rootURIs(server.ServerFromContext(ctx).RequestRoots(ctx, mcp.ListRootsRequest{}))
	}
	if rounds == nil {
		return nil, server.ErrServerInitiatedRequestUnsupported
	}
	if _, came := rounds.InputResponses[rootsID]; !came {
		return nil, PendingError{server.NewInputRequestBuilder("").Roots(rootsID).ToolResult()}
	}
	return rootURIs(server.RootsResponse(rounds.InputResponses, rootsID), nil)
}

func rootURIs(list *mcp.ListRootsResult, err error) ([]string, error) {
	if err != nil || list == nil {
		return nil, err
	}
	uris := make([]string, len(list.Roots))
	for i, root := range list.Roots {
		uris[i] = root.URI
	}
	return uris, nil
}
