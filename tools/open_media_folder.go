package tools

func openMediaFolder(from cases) Tool {
	return Tool{
		UseCase: from.take("open-media-folder"),
		Toolset: Media,
		Title:   "Open a media folder",
		Description: "Scans a folder and writes its metadata: from its files, from NFO files and, where a key " +
			"is configured, from TMDB. Do so before get-episodes; call it again when files came or " +
			"went.",
		Annotations: Annotations{Idempotent: true, OpenWorld: true},
	}
}
