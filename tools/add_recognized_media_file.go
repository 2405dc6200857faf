package tools

func addRecognizedMediaFile(from cases) Tool {
	return Tool{
		UseCase:     from.take("addRecognizedMediaFile"),
		Toolset:     Plans,
		Title:       "Add a recognised file",
		Description: "Adds to a recognition plan that a file is an episode. A double episode is added twice.",
		Annotations: addsOnce(),
	}
}
