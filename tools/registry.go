package tools

import "slices"

// Registry is a list of tools with unique names.
type Registry struct {
	tools  []Tool
	byName map[string]int
}

// NewRegistry panics if a tool cannot be published or a name occurs twice.
func NewRegistry(tools ...Tool) *Registry {
	r := &Registry{tools: slices.Clone(tools), byName: make(map[string]int, len(tools))}
	for i, t := range r.tools {
		t.mustBeComplete()
		if _, taken := r.byName[t.Name]; taken {
			panic("tools: two tools are called " + t.Name)
		}
		r.byName[t.Name] = i
	}
	return r
}

// List returns the tools in order of registration. The caller may change the slice.
func (r *Registry) List() []Tool { return slices.Clone(r.tools) }

// Lookup returns a tool by name.
func (r *Registry) Lookup(name string) (Tool, bool) {
	i, ok := r.byName[name]
	if !ok {
		return Tool{}, false
	}
	return r.tools[i], true
}

// Has reports whether the registry has all names.
func (r *Registry) Has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		_, ok := r.byName[name]
		return !ok
	})
}
