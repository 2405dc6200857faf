package tools

func analyzeImage(from cases) Tool {
	return Tool{
		UseCase:     from.take("analyzeImage"),
		Toolset:     Scenes,
		Title:       "Describe images",
		Description: "Says what is in one to four images, for the visionAnalysis of the tools that make scenes.",
		Annotations: Annotations{ReadOnly: true, OpenWorld: true},
		Hidden:      true,
	}
}
