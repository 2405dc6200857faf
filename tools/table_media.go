package tools

import "plotline/internal/usecase"

// mediaTools are the tools of media folders.
func mediaTools() []Tool {
	return []Tool{
		{
			UseCase: usecase.Named("get-episodes"),
			Toolset: Media,
			Title:   "Get episodes of a show",
			Description: "Lists the episodes of the TV show in a media folder, in the order of its metadata, each " +
				"with its video file if known.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("list-media-folders"),
			Toolset:     Media,
			Title:       "List media folders",
			Description: "Lists the media folders that have metadata, with the number of files recognised in each.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("open-media-folder"),
			Toolset: Media,
			Title:   "Open a media folder",
			Description: "Scans a media folder and saves its metadata, taken from file names, NFO files and, if a " +
				"key is configured, TMDB. Call it before get-episodes, and again after files were added or removed.",
			Annotations: Annotations{Idempotent: true, OpenWorld: true},
		},
	}
}
