package tools

func addRecognizedMediaFile(from cases) Tool {
	return Tool{
		UseCase:     from.take("addRecognizedMediaFile"),
		Toolset:     Plans,
		Title:       "Add a recognised file",
		Description: "Adds a file and its episode to a recognition plan. Add a double episode twice.",
		Annotations: addsOnce(),
	}
}
