package tools

func deleteScene(from cases) Tool {
	return Tool{
		UseCase:     from.take("deleteScene"),
		Toolset:     Scenes,
		Title:       "Delete a scene",
		Description: "Deletes a scene with all its versions; later scenes move up.",
		Annotations: removes(),
	}
}
