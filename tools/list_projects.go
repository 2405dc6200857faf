package tools

func listProjects(from cases) Tool {
	return Tool{
		UseCase:     from.take("listProjects"),
		Toolset:     Scenes,
		Title:       "List projects",
		Description: "Lists the video projects, the one that changed last first.",
		Annotations: reads(),
	}
}
