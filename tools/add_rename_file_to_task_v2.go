package tools

func addRenameFileToTaskV2(from cases) Tool {
	return Tool{
		UseCase: from.take("addRenameFileToTaskV2"),
		Toolset: Plans,
		Title:   "Add a new name",
		Description: "Adds a video's new name to a rename plan. Swaps and chains are fine; subtitles, nfo and " +
			"images follow their video.",
		Annotations: addsOnce(),
	}
}
