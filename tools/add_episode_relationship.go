package tools

func addEpisodeRelationship(from cases) Tool {
	return Tool{
		UseCase: from.take("add_episode_relationship"),
		Toolset: Relationships,
		Title:   "Add relationship",
		Description: "Adds a typed, directed relationship between two episodes. Rejects a duplicate of the same " +
			"type and direction, and a cycle of follows or causes.",
		Annotations: addsOnce(),
	}
}
