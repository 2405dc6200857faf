package tools

func reorderScenes(from cases) Tool {
	return Tool{
		UseCase:     from.take("reorderScenes"),
		Toolset:     Scenes,
		Title:       "Reorder scenes",
		Description: "Puts the scenes of a project into another order: sceneIds names every one of them.",
		Annotations: changes(),
	}
}
