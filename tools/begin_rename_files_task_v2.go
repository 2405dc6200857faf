package tools

func beginRenameFilesTaskV2(from cases) Tool {
	return Tool{
		UseCase: from.take("beginRenameFilesTaskV2"),
		Toolset: Plans,
		Title:   "Begin a rename plan",
		Description: "Begins a plan of new file names. Fill it with addRenameFileToTaskV2, then call " +
			"endRenameFilesTaskV2: a person says yes or no, no file moves before.",
		Annotations: adds(),
	}
}
