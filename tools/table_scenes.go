package tools

import "plotline/internal/usecase"

// sceneTools are the tools of video scenes.
func sceneTools() []Tool {
	return []Tool{
		{
			UseCase: usecase.Named("addScene"),
			Toolset: Scenes,
			Title:   "Add a scene",
			Description: "Writes a new video scene from a description, compiles it, and adds it to the project, which " +
				"it creates if needed. To change a scene, use editScene; to follow pictures, " +
				"createSceneFromImage.",
			Annotations: Annotations{OpenWorld: true},
		},
		{
			UseCase: usecase.Named("createSceneFromImage"),
			Toolset: Scenes,
			Title:   "Make a scene from images",
			Description: "Writes a new video scene that looks like one to four images, and adds it to the project. " +
				"Without images, use addScene.",
			Annotations: Annotations{OpenWorld: true},
		},
		{
			UseCase: usecase.Named("editScene"),
			Toolset: Scenes,
			Title:   "Edit a scene",
			Description: "Changes a scene as described and keeps the former version. For a scene of the project, give " +
				"sceneId alone. With images use editSceneWithImage, for length alone changeDuration, for an " +
				"error fixBrokenScene.",
			Annotations: Annotations{Destructive: true, OpenWorld: true},
		},
		{
			UseCase:     usecase.Named("editSceneWithImage"),
			Toolset:     Scenes,
			Title:       "Edit a scene after images",
			Description: "Rewrites a scene to look like one to four images, and keeps the former version.",
			Annotations: Annotations{Destructive: true, OpenWorld: true},
		},
		{
			UseCase:     usecase.Named("changeDuration"),
			Toolset:     Scenes,
			Title:       "Change how long a scene lasts",
			Description: "Sets a scene's duration in seconds. Its code stays; no model is asked.",
			Annotations: changes(),
		},
		{
			UseCase:     usecase.Named("deleteScene"),
			Toolset:     Scenes,
			Title:       "Delete a scene",
			Description: "Deletes a scene with all its versions; later scenes move up.",
			Annotations: removes(),
		},
		{
			UseCase: usecase.Named("fixBrokenScene"),
			Toolset: Scenes,
			Title:   "Fix a broken scene",
			Description: "Repairs a scene that does not compile or fails when it runs. If no model can repair it, " +
				"gives a safe scene with the same texts, and changes says so.",
			Annotations: Annotations{Destructive: true, OpenWorld: true},
		},
		{
			UseCase:     usecase.Named("analyzeImage"),
			Toolset:     Scenes,
			Title:       "Describe images",
			Description: "Says what is in one to four images, for the visionAnalysis of the tools that make scenes.",
			Annotations: Annotations{ReadOnly: true, OpenWorld: true},
			Hidden:      true,
		},
		{
			UseCase:     usecase.Named("listScenes"),
			Toolset:     Scenes,
			Title:       "List scenes",
			Description: "Lists the scenes of a project in their order.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("getScene"),
			Toolset:     Scenes,
			Title:       "Get a scene",
			Description: "Reads a scene with its code and its versions; with version, as it was then.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("reorderScenes"),
			Toolset:     Scenes,
			Title:       "Reorder scenes",
			Description: "Puts the scenes of a project into a new order; sceneIds names all of them.",
			Annotations: changes(),
		},
		{
			UseCase:     usecase.Named("listProjects"),
			Toolset:     Scenes,
			Title:       "List projects",
			Description: "Lists the video projects, last changed first.",
			Annotations: reads(),
		},
	}
}
