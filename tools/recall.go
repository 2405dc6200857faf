package tools

func recall(from cases) Tool {
	return Tool{
		UseCase:     from.take("recall"),
		Toolset:     Episodes,
		Title:       "Recall",
		Description: "Finds what earlier episodes teach about a task or question, asked in your own words. Call it before you act.",
		Annotations: reads(),
	}
}
