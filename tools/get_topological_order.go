package tools

func getTopologicalOrder(from cases) Tool {
	return Tool{
		UseCase: from.take("get_topological_order"),
		Toolset: Relationships,
		Title:   "Get topological order",
		Description: "Orders episodes so that each comes after those it depends on; levels show what can run in " +
			"parallel.",
		Annotations: reads(),
	}
}
