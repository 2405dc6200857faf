package tools

func editScene(from cases) Tool {
	return Tool{
		UseCase: from.take("editScene"),
		Toolset: Scenes,
		Title:   "Edit a scene",
		Description: "Changes a scene as words ask for, and keeps the former version. Give sceneId alone for a scene of the " +
			"project. With images use editSceneWithImage, for length alone changeDuration, for an error fixBrokenScene.",
		Annotations: Annotations{Destructive: true, OpenWorld: true},
	}
}
