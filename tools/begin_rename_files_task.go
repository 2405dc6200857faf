package tools

func beginRenameFilesTask(from cases) Tool {
	return Tool{
		UseCase: from.take("beginRenameFilesTask"),
		Toolset: Legacy,
		Title:   "Begin renaming (older)",
		Description: "Older manner: begins a rename that is asked for at its end. Prefer " +
			"beginRenameFilesTaskV2, which waits for nobody.",
		Annotations: adds(),
	}
}
