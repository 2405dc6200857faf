package tools

func reorderScenes(from cases) Tool {
	return Tool{
		UseCase:     from.take("reorderScenes"),
		Toolset:     Scenes,
		Title:       "Reorder scenes",
		Description: "Puts the scenes of a project into a new order; sceneIds names all of them.",
		Annotations: changes(),
	}
}
