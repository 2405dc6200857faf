package tools

func proposeRecognizePlan(from cases) Tool {
	return Tool{
		UseCase: from.take("proposeRecognizePlan"),
		Toolset: Plans,
		Title:   "Propose by file names",
		Description: "Makes a whole recognition plan from the names of the videos in a folder and hands it to " +
			"a person. Look at unrecognised, and add those by beginRecognizeTask if you know better.",
		Annotations: adds(),
	}
}
