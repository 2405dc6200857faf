package tools

import "plotline/internal/usecase"

// planTools are the tools of plans, the older ones last.
func planTools() []Tool {
	return []Tool{
		{
			UseCase: usecase.Named("proposeRecognizePlan"),
			Toolset: Plans,
			Title:   "Propose by file names",
			Description: "Makes a whole recognition plan from the names of the videos in a folder and hands it to a " +
				"person. Check unrecognised, and add those that you know with beginRecognizeTask.",
			Annotations: adds(),
		},
		{
			UseCase: usecase.Named("beginRecognizeTask"),
			Toolset: Plans,
			Title:   "Begin a recognition plan",
			Description: "Begins a plan of which video file is which episode. Fill it with addRecognizedMediaFile, " +
				"then call endRecognizeTask. Nothing changes until a person agrees.",
			Annotations: adds(),
		},
		{
			UseCase:     usecase.Named("addRecognizedMediaFile"),
			Toolset:     Plans,
			Title:       "Add a recognised file",
			Description: "Adds a file and its episode to a recognition plan. Add a double episode twice.",
			Annotations: addsOnce(),
		},
		{
			UseCase:     usecase.Named("endRecognizeTask"),
			Toolset:     Plans,
			Title:       "End a recognition plan",
			Description: "Hands a recognition plan to a person. It takes no more files; get-plan shows the decision.",
			Annotations: addsOnce(),
		},
		{
			UseCase: usecase.Named("beginRenameFilesTaskV2"),
			Toolset: Plans,
			Title:   "Begin a rename plan",
			Description: "Begins a plan of new file names. Fill it with addRenameFileToTaskV2, then call " +
				"endRenameFilesTaskV2. No file moves until a person agrees.",
			Annotations: adds(),
		},
		{
			UseCase: usecase.Named("addRenameFileToTaskV2"),
			Toolset: Plans,
			Title:   "Add a new name",
			Description: "Adds a video's new name to a rename plan. Swaps and chains are fine; subtitles, nfo and " +
				"images follow their video.",
			Annotations: addsOnce(),
		},
		{
			UseCase:     usecase.Named("endRenameFilesTaskV2"),
			Toolset:     Plans,
			Title:       "End a rename plan",
			Description: "Hands a rename plan to a person. It takes no more files; get-plan shows the decision.",
			Annotations: addsOnce(),
		},
		{
			UseCase:     usecase.Named("list-pending-plans"),
			Toolset:     Plans,
			Title:       "List pending plans",
			Description: "Lists the plans that wait for a person, begun or ended.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("get-plan"),
			Toolset:     Plans,
			Title:       "Get a plan",
			Description: "Reads one plan: its status, the reason for the decision, and its current problems.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("beginRenameFilesTask"),
			Toolset: Legacy,
			Title:   "Begin renaming (older)",
			Description: "Older way: begins a rename that asks a person at its end. Prefer beginRenameFilesTaskV2, " +
				"which does not wait.",
			Annotations: adds(),
		},
		{
			UseCase:     usecase.Named("addRenameFileToTask"),
			Toolset:     Legacy,
			Title:       "Add a file to rename (older)",
			Description: "Adds a file to a task of beginRenameFilesTask.",
			Annotations: addsOnce(),
		},
		{
			UseCase: usecase.Named("endRenameFilesTask"),
			Toolset: Legacy,
			Title:   "End renaming (older)",
			Description: "Asks a person to confirm a task of beginRenameFilesTask, waits up to five minutes, and on a " +
				"yes renames everything or nothing.",
			Annotations: Annotations{Destructive: true},
		},
	}
}
