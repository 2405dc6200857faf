package tools

func updateEpisodeRelationship(from cases) Tool {
	return Tool{
		UseCase: from.take("update_episode_relationship"),
		Toolset: Relationships,
		Title:   "Update relationship",
		Description: "Changes the strength or metadata of a relationship. To change its ends or type, remove it " +
			"and add another.",
		Annotations: changes(),
	}
}
