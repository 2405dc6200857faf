package tools

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/fault"
)

// toolsetsParameter is the query parameter with which a client selects toolsets.
const toolsetsParameter = "toolsets"

// variant is the server with one selection of toolsets.
type variant struct {
	server   *Server
	protocol *server.StreamableHTTPServer
}

// variants creates an offer when a client first asks for it, and keeps it. Their number is limited by the combinations
// of toolsets.
type variants struct {
	server *Server // with the default toolsets

	mu   sync.Mutex
	made map[string]*variant // by the names of the toolsets
}

func newOffers(s *Server) *variants { return &variants{server: s, made: map[string]*variant{}} }

// requested returns the offer that a request selects.
func (o *variants) requested(r *http.Request) (*variant, *refusal) {
	sets := o.server.cfg.Toolsets
	if query := r.URL.Query(); query.Has(toolsetsParameter) {
		var err error
		sets, err = ParseToolsets(strings.Join(query[toolsetsParameter], ","), sets, o.server.cfg.Choice)
		if err != nil {
			return nil, &refusal{
				status: http.StatusBadRequest, rpc: mcp.INVALID_REQUEST, code: fault.InvalidArgument, text: fault.From(err).Details,
			}
		}
	}
	return o.of(sets), nil
}

func (o *variants) of(sets []Toolset) *variant {
	sets = slices.DeleteFunc(Toolsets(), func(set Toolset) bool { return !slices.Contains(sets, set) })
	key := namesOf(sets, ",")
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.made[key] == nil {
		s := o.server.with(sets)
		o.made[key] = &variant{s, server.NewStreamableHTTPServer(s.mcp,
			server.WithSessionIdManagerResolver(idOfExchange{}),
			server.WithHTTPContextFunc(s.ownSession),
			server.WithDisableLocalhostProtection(true),
			server.WithStreamableHTTPLogger(s.logger),
		)}
	}
	return o.made[key]
}

// with returns a server with these toolsets: s itself if it has them.
func (s *Server) with(sets []Toolset) *Server {
	offered := len(sets) == len(s.cfg.Toolsets) &&
		!slices.ContainsFunc(sets, func(set Toolset) bool { return !slices.Contains(s.cfg.Toolsets, set) })
	if offered {
		return s
	}
	cfg := s.cfg
	cfg.Toolsets = sets
	other := build(cfg, s.text)
	other.chosen, other.stdio, other.seal = true, s.stdio, s.seal
	return other
}
