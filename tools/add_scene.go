package tools

func addScene(from cases) Tool {
	return Tool{
		UseCase: from.take("addScene"),
		Toolset: Scenes,
		Title:   "Add a scene",
		Description: "Writes a new video scene from words and adds it to the project, which is made when it is new. The code " +
			"that comes back compiles. For a change of a scene use editScene; with pictures to follow, createSceneFromImage.",
		Annotations: Annotations{OpenWorld: true},
	}
}
