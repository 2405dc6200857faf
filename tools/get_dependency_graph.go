package tools

func getDependencyGraph(from cases) Tool {
	return Tool{
		UseCase: from.take("get_dependency_graph"),
		Toolset: Relationships,
		Title:   "Get dependency graph",
		Description: "Gives episodes and the relationships between them, as JSON or drawn for people: Mermaid, " +
			"GraphViz or SVG.",
		Annotations: reads(),
		Unlimited:   true,
	}
}
