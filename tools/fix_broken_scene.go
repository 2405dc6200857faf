package tools

func fixBrokenScene(from cases) Tool {
	return Tool{
		UseCase: from.take("fixBrokenScene"),
		Toolset: Scenes,
		Title:   "Fix a broken scene",
		Description: "Repairs a scene that does not compile or fails when it runs. If no model can repair it, " +
			"gives a safe scene with the same texts, and changes says so.",
		Annotations: Annotations{Destructive: true, OpenWorld: true},
	}
}
