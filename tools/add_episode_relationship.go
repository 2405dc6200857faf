package tools

func addEpisodeRelationship(from cases) Tool {
	return Tool{
		UseCase: from.take("add_episode_relationship"),
		Toolset: Relationships,
		Title:   "Add relationship",
		Description: "Adds a typed, directed relationship from one episode to another. Refuses a second " +
			"one of the same type between the same two, and a cycle of follows or of causes.",
		Annotations: addsOnce(),
	}
}
