package streamhttp

import (
	"net/http"
	"net/url"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/fault"
	"plotline/tools/transport"
)

// variant is an endpoint that a request can choose, behind mcp-go's transport.
type variant struct {
	endpoint *transport.Endpoint
	protocol *server.StreamableHTTPServer
}

// variants keeps what requests have chosen.
type variants struct {
	choose func(query url.Values) (*transport.Endpoint, error)

	mu   sync.Mutex
	made map[*transport.Endpoint]*variant
}

// of returns the variant that a request chooses.
func (all *variants) of(r *http.Request) (*variant, *refusal) {
	endpoint, err := all.choose(r.URL.Query())
	if err != nil {
		return nil, &refusal{
			status: http.StatusBadRequest, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument, text: fault.From(err).Details,
		}
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	v := all.made[endpoint]
	if v == nil {
		v = &variant{endpoint: endpoint}
		v.protocol = server.NewStreamableHTTPServer(endpoint.MCP,
			server.WithSessionIdManagerResolver(idOfExchange{}),
			server.WithHTTPContextFunc(v.ownSession),
			server.WithStreamableHTTPLogger(endpoint.Logger),
		)
		all.made[endpoint] = v
	}
	return v, nil
}
