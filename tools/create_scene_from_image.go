package tools

func createSceneFromImage(from cases) Tool {
	return Tool{
		UseCase: from.take("createSceneFromImage"),
		Toolset: Scenes,
		Title:   "Make a scene from images",
		Description: "Writes a new video scene that looks like one to four images, and adds it to the project. " +
			"Without images, use addScene.",
		Annotations: Annotations{OpenWorld: true},
	}
}
