package tools

func createEpisodes(from cases) Tool {
	return Tool{
		UseCase: from.take("create_episodes"),
		Toolset: Episodes,
		Title:   "Create episodes",
		Description: "Writes down 1 to 1,000 episodes and the relationships between them at once: all or " +
			"nothing.",
		Annotations: adds(),
	}
}
