package tools

import "plotline/internal/usecase"

// sceneTools are the tools of video scenes.
func sceneTools() []Tool {
	return []Tool{
		{
			UseCase: usecase.Named("addScene"),
			Toolset: Scenes,
			Title:   "Add a scene",
			Description: "Writes a new video scene from a description, compiles it and adds it to the project. " +
				"Creates the project if needed. To change a scene, use editScene; to start from images, " +
				"createSceneFromImage.",
			Annotations: Annotations{OpenWorld: true},
		},
		{
			UseCase: usecase.Named("createSceneFromImage"),
			Toolset: Scenes,
			Title:   "Make a scene from images",
			Description: "Writes a new video scene based on one to four images and adds it to the project. Without " +
				"images, use addScene.",
			Annotations: Annotations{OpenWorld: true},
		},
		{
			UseCase: usecase.Named("editScene"),
			Toolset: Scenes,
			Title:   "Edit a scene",
			Description: "Changes a scene as described and keeps the previous version. For a scene of the project, " +
				"sceneId is enough. With images, use editSceneWithImage; to change only the length, " +
				"changeDuration; to repair an error, fixBrokenScene.",
			Annotations: Annotations{Destructive: true, OpenWorld: true},
		},
		{
			UseCase:     usecase.Named("editSceneWithImage"),
			Toolset:     Scenes,
			Title:       "Edit a scene with images",
			Description: "Rewrites a scene based on one to four images, and keeps the previous version.",
			Annotations: Annotations{Destructive: true, OpenWorld: true},
		},
		{
			UseCase:     usecase.Named("changeDuration"),
			Toolset:     Scenes,
			Title:       "Change a scene's duration",
			Description: "Sets a scene's duration in seconds. Its code stays as it is. Needs no language model.",
			Annotations: changes(),
		},
		{
			UseCase:     usecase.Named("deleteScene"),
			Toolset:     Scenes,
			Title:       "Delete a scene",
			Description: "Deletes a scene with all its versions. Later scenes move up.",
			Annotations: removes(),
		},
		{
			UseCase: usecase.Named("fixBrokenScene"),
			Toolset: Scenes,
			Title:   "Fix a broken scene",
			Description: "Repairs a scene that does not compile or fails when it runs. If no model can repair it, " +
				"returns a safe scene with the same texts and says so in changes.",
			Annotations: Annotations{Destructive: true, OpenWorld: true},
		},
		{
			UseCase: usecase.Named("analyzeImage"),
			Toolset: Scenes,
			Title:   "Describe images",
			Description: "Describes one to four images. Pass the result as visionAnalysis to the tools that make " +
				"scenes.",
			Annotations: Annotations{ReadOnly: true, OpenWorld: true},
			Hidden:      true,
		},
		{
			UseCase:     usecase.Named("listScenes"),
			Toolset:     Scenes,
			Title:       "List scenes",
			Description: "Lists the scenes of a project in order.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("getScene"),
			Toolset: Scenes,
			Title:   "Get a scene",
			Description: "Reads a scene with its code and a list of its versions. To read an older version, give " +
				"version.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("reorderScenes"),
			Toolset:     Scenes,
			Title:       "Reorder scenes",
			Description: "Puts the scenes of a project into a new order. sceneIds must list all of them.",
			Annotations: changes(),
		},
		{
			UseCase:     usecase.Named("listProjects"),
			Toolset:     Scenes,
			Title:       "List projects",
			Description: "Lists the video projects, most recently changed first.",
			Annotations: reads(),
		},
	}
}
