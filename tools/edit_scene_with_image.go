package tools

func editSceneWithImage(from cases) Tool {
	return Tool{
		UseCase:     from.take("editSceneWithImage"),
		Toolset:     Scenes,
		Title:       "Edit a scene after images",
		Description: "Writes a scene anew so that it looks as one to four images do, and keeps the former version.",
		Annotations: Annotations{Destructive: true, OpenWorld: true},
	}
}
