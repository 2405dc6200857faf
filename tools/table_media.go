package tools

import "plotline/internal/usecase"

// mediaTools are the tools of media folders.
func mediaTools() []Tool {
	return []Tool{
		{
			UseCase: usecase.Named("get-episodes"),
			Toolset: Media,
			Title:   "Get episodes of a show",
			Description: "Lists the episodes of the TV show in a media folder, in the order of its metadata, each with " +
				"its video file if that is known.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("list-media-folders"),
			Toolset:     Media,
			Title:       "List media folders",
			Description: "Lists the known media folders, with how many of their files are recognised.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("open-media-folder"),
			Toolset: Media,
			Title:   "Open a media folder",
			Description: "Scans a folder and writes its metadata from its files, NFO files and, where a key is " +
				"configured, TMDB. Call it before get-episodes, and again when files were added or removed.",
			Annotations: Annotations{Idempotent: true, OpenWorld: true},
		},
	}
}
