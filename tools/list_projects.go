package tools

func listProjects(from cases) Tool {
	return Tool{
		UseCase:     from.take("listProjects"),
		Toolset:     Scenes,
		Title:       "List projects",
		Description: "Lists the video projects, last changed first.",
		Annotations: reads(),
	}
}
