package tools

func listPendingPlans(from cases) Tool {
	return Tool{
		UseCase:     from.take("list-pending-plans"),
		Toolset:     Plans,
		Title:       "List pending plans",
		Description: "Lists the plans that wait for a person, begun or ended.",
		Annotations: reads(),
	}
}
