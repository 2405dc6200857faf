package tools

func getPlan(from cases) Tool {
	return Tool{
		UseCase:     from.take("get-plan"),
		Toolset:     Plans,
		Title:       "Get a plan",
		Description: "Gives one plan: what became of it, the reason, and what stands against it now.",
		Annotations: reads(),
	}
}
