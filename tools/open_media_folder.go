package tools

func openMediaFolder(from cases) Tool {
	return Tool{
		UseCase: from.take("open-media-folder"),
		Toolset: Media,
		Title:   "Open a media folder",
		Description: "Scans a folder and writes its metadata from its files, NFO files and, where a key is " +
			"configured, TMDB. Call it before get-episodes, and again when files were added or removed.",
		Annotations: Annotations{Idempotent: true, OpenWorld: true},
	}
}
