package tools

import (
	"slices"

	"plotline/internal/usecase"
)

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

// Domain offers use cases. The services of the domain packages, such as graph.Service, implement it.
type Domain interface {
	UseCases() []usecase.UseCase
}

// Deps are the domains whose use cases become tools.
type Deps struct {
	Graph  Domain
	Media  Domain
	Plans  Domain
	Scenes Domain
}

// All returns every tool in the order of the documentation. It panics if a use case has no tool, or a tool no use
// case.
func All(deps Deps) []Tool {
	list := slices.Concat(graphTools(), mediaTools(), planTools(), sceneTools())
	places := make([]*usecase.UseCase, len(list))
	for i := range list {
		places[i] = &list[i].UseCase
	}
	useCases := slices.Concat(deps.Graph.UseCases(), deps.Media.UseCases(), deps.Plans.UseCases(), deps.Scenes.UseCases())
	if err := usecase.Fill("tool", useCases, places...); err != nil {
		panic("tools: " + err.Error())
	}
	return list
}
