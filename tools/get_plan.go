package tools

func getPlan(from cases) Tool {
	return Tool{
		UseCase:     from.take("get-plan"),
		Toolset:     Plans,
		Title:       "Get a plan",
		Description: "Reads one plan: its status, the reason for the decision, and its current problems.",
		Annotations: reads(),
	}
}
