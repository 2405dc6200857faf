package tools

import (
	"plotline/internal/usecase"
)

// planTools are the tools of plans, the older ones last.
func planTools() []Tool {
	return []Tool{
		{
			UseCase: usecase.Named("proposeRecognizePlan"),
			Toolset: Plans,
			Title:   "Propose a recognition plan",
			Description: "Makes a recognition plan from the file names of the videos in a folder, and submits it " +
				"to a person. For files in uncertain or unrecognised that you can identify, begin another plan " +
				"with beginRecognizeTask.",
			Annotations: adds(),
		},
		{
			UseCase: usecase.Named("beginRecognizeTask"),
			Toolset: Plans,
			Title:   "Begin a recognition plan",
			Description: "Begins a plan that says which video file is which episode. Fill it with " +
				"addRecognizedMediaFile, then call endRecognizeTask. Nothing changes until a person agrees.",
			Annotations: adds(),
		},
		{
			UseCase: usecase.Named("addRecognizedMediaFile"),
			Toolset: Plans,
			Title:   "Add a file to a recognition plan",
			Description: "Adds a file and its episode to a recognition plan. If a file holds two episodes, add it " +
				"twice.",
			Annotations: addsOnce(),
		},
		{
			UseCase: usecase.Named("endRecognizeTask"),
			Toolset: Plans,
			Title:   "Submit a recognition plan",
			Description: "Submits a recognition plan to a person. It then takes no more files. get-plan shows the " +
				"decision.",
			Annotations: addsOnce(),
		},
		{
			UseCase: usecase.Named("beginRenameFilesTaskV2"),
			Toolset: Plans,
			Title:   "Begin a rename plan",
			Description: "Begins a plan that gives video files new names. Fill it with addRenameFileToTaskV2, then " +
				"call endRenameFilesTaskV2. No file moves until a person agrees.",
			Annotations: adds(),
		},
		{
			UseCase: usecase.Named("addRenameFileToTaskV2"),
			Toolset: Plans,
			Title:   "Add a file to a rename plan",
			Description: "Adds a video file and its new path to a rename plan. Files may swap names. Subtitles, " +
				"NFO files and images move with their video.",
			Annotations: addsOnce(),
		},
		{
			UseCase: usecase.Named("endRenameFilesTaskV2"),
			Toolset: Plans,
			Title:   "Submit a rename plan",
			Description: "Submits a rename plan to a person. It then takes no more files. get-plan shows the " +
				"decision.",
			Annotations: addsOnce(),
		},
		{
			UseCase:     usecase.Named("list-pending-plans"),
			Toolset:     Plans,
			Title:       "List pending plans",
			Description: "Lists the undecided plans: those still being filled and those submitted to a person.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("get-plan"),
			Toolset: Plans,
			Title:   "Get a plan",
			Description: "Reads one plan: its files, its status, the reason for the decision, and its current " +
				"problems.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("beginRenameFilesTask"),
			Toolset: Legacy,
			Title:   "Begin a rename (legacy)",
			Description: "Legacy: begins a rename that waits for a person's answer at the end. Prefer " +
				"beginRenameFilesTaskV2, which does not wait.",
			Annotations: adds(),
		},
		{
			UseCase:     usecase.Named("addRenameFileToTask"),
			Toolset:     Legacy,
			Title:       "Add a file to rename (legacy)",
			Description: "Adds a file and its new path to a task of beginRenameFilesTask.",
			Annotations: addsOnce(),
		},
		{
			UseCase: usecase.Named("endRenameFilesTask"),
			Toolset: Legacy,
			Title:   "Confirm and rename (legacy)",
			Description: "Asks a person to confirm a task of beginRenameFilesTask and waits up to five minutes. If " +
				"the person agrees, renames all files or none.",
			Annotations: Annotations{Destructive: true},
		},
	}
}

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
