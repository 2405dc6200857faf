package tools

func getEpisode(from cases) Tool {
	return Tool{
		UseCase:     from.take("get_episode"),
		Toolset:     Episodes,
		Title:       "Get episode",
		Description: "Reads one episode in full, with the number of its relationships.",
		Annotations: reads(),
	}
}
