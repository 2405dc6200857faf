package tools

func validateNoCycles(from cases) Tool {
	return Tool{
		UseCase: from.take("validate_no_cycles"),
		Toolset: Relationships,
		Title:   "Validate no cycles",
		Description: "Checks whether a follows or causes relationship would close a cycle, and shows the cycle. " +
			"Adds nothing.",
		Annotations: reads(),
	}
}
