package tools

func checkRelationshipExists(from cases) Tool {
	return Tool{
		UseCase: from.take("check_relationship_exists"),
		Toolset: Relationships,
		Title:   "Check relationship",
		Description: "Tells whether relationships lead from one episode to another, in this direction, " +
			"and lists them.",
		Annotations: reads(),
	}
}
