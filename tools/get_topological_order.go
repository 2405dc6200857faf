package tools

func getTopologicalOrder(from cases) Tool {
	return Tool{
		UseCase: from.take("get_topological_order"),
		Toolset: Relationships,
		Title:   "Get topological order",
		Description: "Orders episodes so that each comes after what it depends on, with levels: what " +
			"comes first, what can be done in parallel.",
		Annotations: reads(),
	}
}
