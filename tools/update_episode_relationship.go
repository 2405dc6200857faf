package tools

func updateEpisodeRelationship(from cases) Tool {
	return Tool{
		UseCase: from.take("update_episode_relationship"),
		Toolset: Relationships,
		Title:   "Update relationship",
		Description: "Changes strength or metadata of a relationship. Its ends and its type stay: to " +
			"change those, remove it and add another.",
		Annotations: changes(),
	}
}
