package tools

func getEpisodeRelationships(from cases) Tool {
	return Tool{
		UseCase: from.take("get_episode_relationships"),
		Toolset: Relationships,
		Title:   "Get relationships",
		Description: "Lists the relationships of an episode, oldest first. For more than one hop, use " +
			"find_related_episodes.",
		Annotations: reads(),
	}
}
