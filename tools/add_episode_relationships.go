package tools

func addEpisodeRelationships(from cases) Tool {
	return Tool{
		UseCase:     from.take("add_episode_relationships"),
		Toolset:     Relationships,
		Title:       "Add relationships",
		Description: "Adds 1 to 1,000 relationships, all or nothing.",
		Annotations: addsOnce(),
	}
}
