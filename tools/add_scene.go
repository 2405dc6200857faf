package tools

func addScene(from cases) Tool {
	return Tool{
		UseCase: from.take("addScene"),
		Toolset: Scenes,
		Title:   "Add a scene",
		Description: "Writes a new video scene from a description, compiles it, and adds it to the project, which " +
			"it creates if needed. To change a scene, use editScene; to follow pictures, " +
			"createSceneFromImage.",
		Annotations: Annotations{OpenWorld: true},
	}
}
