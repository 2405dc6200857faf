package tools

func checkRelationshipExists(from cases) Tool {
	return Tool{
		UseCase:     from.take("check_relationship_exists"),
		Toolset:     Relationships,
		Title:       "Check relationship",
		Description: "Lists the relationships that lead from one episode to another, in this direction.",
		Annotations: reads(),
	}
}
