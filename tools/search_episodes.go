package tools

func searchEpisodes(from cases) Tool {
	return Tool{
		UseCase: from.take("search_episodes"),
		Toolset: Episodes,
		Title:   "Search episodes",
		Description: "Finds episodes by full text, best first. Do so before a task, to see what was " +
			"tried and how it went. Give few, telling words: each of them must occur.",
		Annotations: reads(),
	}
}
