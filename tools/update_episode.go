package tools

func updateEpisode(from cases) Tool {
	return Tool{
		UseCase: from.take("update_episode"),
		Toolset: Episodes,
		Title:   "Update episode",
		Description: "Changes the given fields of one episode and leaves the others. With " +
			"expected_updated_at it refuses when somebody else was faster.",
		Annotations: changes(),
	}
}
