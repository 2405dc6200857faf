package tools

func getEpisode(from cases) Tool {
	return Tool{
		UseCase: from.take("get_episode"),
		Toolset: Episodes,
		Title:   "Get episode",
		Description: "Reads one episode in full, reflection and metadata too, and counts its " +
			"relationships by type and direction.",
		Annotations: reads(),
	}
}
