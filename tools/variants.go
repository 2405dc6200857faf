package tools

import (
	"net/url"
	"slices"
	"strings"
	"sync"

	"plotline/tools/transport"
)

// The query parameters with which a client of the HTTP transport selects toolsets and the form of input schemas.
const (
	toolsetsParameter = "toolsets"
	schemaParameter   = "schema"
)

// variants makes a server when a client first selects its toolsets and schemas, and keeps it. Their number is limited
// by the combinations of toolsets.
type variants struct {
	server *Server // with the defaults

	mu   sync.Mutex
	made map[string]*Server // by the names of the form and the toolsets
}

// choose returns the endpoint with the toolsets and schemas that a query selects.
func (v *variants) choose(query url.Values) (*transport.Endpoint, error) {
	sets := v.server.cfg.Toolsets
	if query.Has(toolsetsParameter) {
		var err error
		sets, err = ParseToolsets(strings.Join(query[toolsetsParameter], ","), sets, v.server.cfg.Choice)
		if err != nil {
			return nil, err
		}
	}
	form, err := ParseSchemas(query.Get(schemaParameter), v.server.cfg.Schemas)
	if err != nil {
		return nil, err
	}
	return v.of(sets, form).endpoint, nil
}

func (v *variants) of(sets []Toolset, form Schemas) *Server {
	sets = slices.DeleteFunc(Toolsets(), func(set Toolset) bool { return !slices.Contains(sets, set) })
	key := string(form) + ":" + namesOf(sets, ",")
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.made[key] == nil {
		v.made[key] = v.server.with(sets, form)
	}
	return v.made[key]
}

// with returns a server with these toolsets and schemas: s itself if it has them.
func (s *Server) with(sets []Toolset, form Schemas) *Server {
	offered := len(sets) == len(s.cfg.Toolsets) &&
		!slices.ContainsFunc(sets, func(set Toolset) bool { return !slices.Contains(s.cfg.Toolsets, set) })
	if offered && form == s.cfg.Schemas {
		return s
	}
	cfg := s.cfg
	cfg.Toolsets, cfg.Schemas = sets, form
	other := build(cfg, s.text)
	other.chosen, other.asker = !offered, s.asker
	return other
}
