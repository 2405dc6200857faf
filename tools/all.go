package tools

import (
	"slices"

	"plotline/internal/usecase"
)

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
