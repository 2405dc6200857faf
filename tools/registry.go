package tools

import "slices"

// Registry is a list of tools with distinct names.
type Registry struct {
	tools  []Tool
	byName map[string]int
}

// NewRegistry panics on a tool that cannot be published and on a name that comes twice.
func NewRegistry(tools ...Tool) *Registry {
	r := &Registry{tools: slices.Clone(tools), byName: make(map[string]int, len(tools))}
	for i, t := range r.tools {
		t.mustBeComplete()
		if _, twice := r.byName[t.Name]; twice {
			panic("tools: two tools are called " + t.Name)
		}
		r.byName[t.Name] = i
	}
	return r
}

// List gives the tools in the order of registration. The slice is the caller's own.
func (r *Registry) List() []Tool { return slices.Clone(r.tools) }

// Lookup finds a tool by name.
func (r *Registry) Lookup(name string) (Tool, bool) {
	i, ok := r.byName[name]
	if !ok {
		return Tool{}, false
	}
	return r.tools[i], true
}

// Has tells whether all the names are there.
func (r *Registry) Has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		_, ok := r.byName[name]
		return !ok
	})
}
