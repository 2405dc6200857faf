package tools

func beginRenameFilesTaskV2(from cases) Tool {
	return Tool{
		UseCase: from.take("beginRenameFilesTaskV2"),
		Toolset: Plans,
		Title:   "Begin a rename plan",
		Description: "Begins a plan of new file names. Fill it with addRenameFileToTaskV2, then call " +
			"endRenameFilesTaskV2. No file moves until a person agrees.",
		Annotations: adds(),
	}
}
