package tools

func addRenameFileToTask(from cases) Tool {
	return Tool{
		UseCase:     from.take("addRenameFileToTask"),
		Toolset:     Legacy,
		Title:       "Add a file to rename (older)",
		Description: "Adds a file to a task of beginRenameFilesTask.",
		Annotations: addsOnce(),
	}
}
