package tools

func beginRecognizeTask(from cases) Tool {
	return Tool{
		UseCase: from.take("beginRecognizeTask"),
		Toolset: Plans,
		Title:   "Begin a recognition plan",
		Description: "Begins a plan of which video file is which episode. Fill it with addRecognizedMediaFile, " +
			"then call endRecognizeTask. Nothing changes until a person agrees.",
		Annotations: adds(),
	}
}
