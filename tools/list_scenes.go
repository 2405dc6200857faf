package tools

func listScenes(from cases) Tool {
	return Tool{
		UseCase:     from.take("listScenes"),
		Toolset:     Scenes,
		Title:       "List scenes",
		Description: "Lists the scenes of a project in their order.",
		Annotations: reads(),
	}
}
