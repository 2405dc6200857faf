package tools

func findRelatedEpisodes(from cases) Tool {
	return Tool{
		UseCase: from.take("find_related_episodes"),
		Toolset: Relationships,
		Title:   "Find related episodes",
		Description: "Finds episodes connected with one over 1 to 5 hops, strongest first: what led to it, what " +
			"came of it, what is like it.",
		Annotations: reads(),
	}
}
