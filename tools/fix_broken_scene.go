package tools

func fixBrokenScene(from cases) Tool {
	return Tool{
		UseCase: from.take("fixBrokenScene"),
		Toolset: Scenes,
		Title:   "Fix a broken scene",
		Description: "Repairs a scene that does not compile or fails when it runs. When no model can, a safe scene with the " +
			"texts of the broken one comes back, and changes says so.",
		Annotations: Annotations{Destructive: true, OpenWorld: true},
	}
}
