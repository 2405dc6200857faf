package tools

func endRecognizeTask(from cases) Tool {
	return Tool{
		UseCase:     from.take("endRecognizeTask"),
		Toolset:     Plans,
		Title:       "End a recognition plan",
		Description: "Hands a recognition plan to a person. It takes no more files; get-plan shows the decision.",
		Annotations: addsOnce(),
	}
}
