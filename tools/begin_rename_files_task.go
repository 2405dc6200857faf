package tools

func beginRenameFilesTask(from cases) Tool {
	return Tool{
		UseCase: from.take("beginRenameFilesTask"),
		Toolset: Legacy,
		Title:   "Begin renaming (older)",
		Description: "Older way: begins a rename that asks a person at its end. Prefer beginRenameFilesTaskV2, " +
			"which does not wait.",
		Annotations: adds(),
	}
}
