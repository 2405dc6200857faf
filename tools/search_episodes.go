package tools

func searchEpisodes(from cases) Tool {
	return Tool{
		UseCase:     from.take("search_episodes"),
		Toolset:     Episodes,
		Title:       "Search episodes",
		Description: "Finds episodes by their words, in any inflection, best first. For what helps with a task, use recall.",
		Annotations: reads(),
	}
}
