package tools

import "plotline/graph/usecase"

// Domain is what offers use cases: graph.Service, and each later domain's service.
type Domain interface {
	UseCases() []usecase.UseCase
}

// Deps are the domains whose use cases are published.
type Deps struct {
	Graph  Domain
	Media  Domain
	Plans  Domain
	Scenes Domain
}

// All lists every tool, in the order of the documentation. It panics when a use case has no tool or
// a tool no use case.
func All(deps Deps) []Tool {
	from := casesOf(deps.Graph, deps.Media, deps.Plans, deps.Scenes)
	list := []Tool{
		listEpisodes(from),
		createEpisode(from),
		createEpisodes(from),
		getEpisode(from),
		updateEpisode(from),
		deleteEpisode(from),
		searchEpisodes(from),
		recall(from),
		addEpisodeRelationship(from),
		addEpisodeRelationships(from),
		updateEpisodeRelationship(from),
		removeEpisodeRelationship(from),
		getEpisodeRelationships(from),
		findRelatedEpisodes(from),
		checkRelationshipExists(from),
		getDependencyGraph(from),
		validateNoCycles(from),
		getTopologicalOrder(from),
		getEpisodes(from),
		listMediaFolders(from),
		openMediaFolder(from),
		proposeRecognizePlan(from),
		beginRecognizeTask(from),
		addRecognizedMediaFile(from),
		endRecognizeTask(from),
		beginRenameFilesTaskV2(from),
		addRenameFileToTaskV2(from),
		endRenameFilesTaskV2(from),
		listPendingPlans(from),
		getPlan(from),
		beginRenameFilesTask(from),
		addRenameFileToTask(from),
		endRenameFilesTask(from),
		addScene(from),
		createSceneFromImage(from),
		editScene(from),
		editSceneWithImage(from),
		changeDuration(from),
		deleteScene(from),
		fixBrokenScene(from),
		analyzeImage(from),
		listScenes(from),
		getScene(from),
		reorderScenes(from),
		listProjects(from),
	}
	from.mustBeEmpty()
	return list
}

// cases are use cases that no tool has taken yet.
type cases map[string]usecase.UseCase

func casesOf(domains ...Domain) cases {
	c := cases{}
	for _, domain := range domains {
		for _, uc := range domain.UseCases() {
			c[uc.Name] = uc
		}
	}
	return c
}

func (c cases) take(name string) usecase.UseCase {
	uc, ok := c[name]
	if !ok {
		panic("tools: no use case for the tool " + name)
	}
	delete(c, name)
	return uc
}

func (c cases) mustBeEmpty() {
	for name := range c {
		panic("tools: no tool for the use case " + name)
	}
}
