package tools

func endRenameFilesTask(from cases) Tool {
	return Tool{
		UseCase: from.take("endRenameFilesTask"),
		Toolset: Legacy,
		Title:   "End renaming (older)",
		Description: "Asks a person to confirm a task of beginRenameFilesTask, waits up to five minutes, and on a " +
			"yes renames everything or nothing.",
		Annotations: Annotations{Destructive: true},
	}
}
