package tools

func editScene(from cases) Tool {
	return Tool{
		UseCase: from.take("editScene"),
		Toolset: Scenes,
		Title:   "Edit a scene",
		Description: "Changes a scene as described and keeps the former version. For a scene of the project, give " +
			"sceneId alone. With images use editSceneWithImage, for length alone changeDuration, for an " +
			"error fixBrokenScene.",
		Annotations: Annotations{Destructive: true, OpenWorld: true},
	}
}
