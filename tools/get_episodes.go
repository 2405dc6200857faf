package tools

func getEpisodes(from cases) Tool {
	return Tool{
		UseCase: from.take("get-episodes"),
		Toolset: Media,
		Title:   "Get episodes of a show",
		Description: "Lists the episodes of the TV show in a media folder, in the order of its metadata, each with " +
			"its video file if that is known.",
		Annotations: reads(),
	}
}
