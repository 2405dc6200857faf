package tools

func endRenameFilesTaskV2(from cases) Tool {
	return Tool{
		UseCase:     from.take("endRenameFilesTaskV2"),
		Toolset:     Plans,
		Title:       "End a rename plan",
		Description: "Hands a rename plan to a person. It takes no more files; get-plan shows the decision.",
		Annotations: addsOnce(),
	}
}
