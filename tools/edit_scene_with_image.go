package tools

func editSceneWithImage(from cases) Tool {
	return Tool{
		UseCase:     from.take("editSceneWithImage"),
		Toolset:     Scenes,
		Title:       "Edit a scene after images",
		Description: "Rewrites a scene to look like one to four images, and keeps the former version.",
		Annotations: Annotations{Destructive: true, OpenWorld: true},
	}
}
