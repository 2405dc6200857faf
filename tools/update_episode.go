package tools

func updateEpisode(from cases) Tool {
	return Tool{
		UseCase:     from.take("update_episode"),
		Toolset:     Episodes,
		Title:       "Update episode",
		Description: "Changes the given fields of an episode; the others stay.",
		Annotations: changes(),
	}
}
