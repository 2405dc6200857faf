package tools

func createEpisodes(from cases) Tool {
	return Tool{
		UseCase:     from.take("create_episodes"),
		Toolset:     Episodes,
		Title:       "Create episodes",
		Description: "Records 1 to 1,000 episodes and relationships between them or to others, all or nothing.",
		Annotations: adds(),
	}
}
