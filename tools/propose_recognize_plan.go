package tools

func proposeRecognizePlan(from cases) Tool {
	return Tool{
		UseCase: from.take("proposeRecognizePlan"),
		Toolset: Plans,
		Title:   "Propose by file names",
		Description: "Makes a whole recognition plan from the names of the videos in a folder and hands it to a " +
			"person. Check unrecognised, and add those that you know with beginRecognizeTask.",
		Annotations: adds(),
	}
}
