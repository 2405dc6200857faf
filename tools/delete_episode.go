package tools

func deleteEpisode(from cases) Tool {
	return Tool{
		UseCase:     from.take("delete_episode"),
		Toolset:     Episodes,
		Title:       "Delete episode",
		Description: "Deletes an episode and all its relationships, for good.",
		Annotations: removes(),
	}
}
