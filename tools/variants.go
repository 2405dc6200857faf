package tools

import (
	"net/url"
	"slices"
	"strings"
	"sync"

	"plotline/tools/transport"
)

// toolsetsParameter is the query parameter with which a client of the HTTP transport selects toolsets.
const toolsetsParameter = "toolsets"

// variants makes a server when a client first selects its toolsets, and keeps it. Their number is limited by the
// combinations of toolsets.
type variants struct {
	server *Server // with the default toolsets

	mu   sync.Mutex
	made map[string]*Server // by the names of the toolsets
}

// choose returns the endpoint with the toolsets that a query selects.
func (v *variants) choose(query url.Values) (*transport.Endpoint, error) {
	sets := v.server.cfg.Toolsets
	if query.Has(toolsetsParameter) {
		var err error
		sets, err = ParseToolsets(strings.Join(query[toolsetsParameter], ","), sets, v.server.cfg.Choice)
		if err != nil {
			return nil, err
		}
	}
	return v.of(sets).endpoint, nil
}

func (v *variants) of(sets []Toolset) *Server {
	sets = slices.DeleteFunc(Toolsets(), func(set Toolset) bool { return !slices.Contains(sets, set) })
	key := namesOf(sets, ",")
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.made[key] == nil {
		v.made[key] = v.server.with(sets)
	}
	return v.made[key]
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
	other.chosen, other.asker = true, s.asker
	return other
}
