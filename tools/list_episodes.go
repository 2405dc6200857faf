package tools

func listEpisodes(from cases) Tool {
	return Tool{
		UseCase:     from.take("list_episodes"),
		Toolset:     Episodes,
		Title:       "List episodes",
		Description: "Lists episodes, newest first. To find some by their words, use search_episodes.",
		Annotations: reads(),
		Unlimited:   true,
	}
}
