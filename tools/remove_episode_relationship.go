package tools

func removeEpisodeRelationship(from cases) Tool {
	return Tool{
		UseCase:     from.take("remove_episode_relationship"),
		Toolset:     Relationships,
		Title:       "Remove relationship",
		Description: "Removes a relationship; its episodes stay. get_episode_relationships gives its id.",
		Annotations: removes(),
	}
}
