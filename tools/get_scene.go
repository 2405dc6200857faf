package tools

func getScene(from cases) Tool {
	return Tool{
		UseCase:     from.take("getScene"),
		Toolset:     Scenes,
		Title:       "Get a scene",
		Description: "Reads a scene with its code and its versions; with version, as it was then.",
		Annotations: reads(),
	}
}
