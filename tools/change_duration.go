package tools

func changeDuration(from cases) Tool {
	return Tool{
		UseCase:     from.take("changeDuration"),
		Toolset:     Scenes,
		Title:       "Change how long a scene lasts",
		Description: "Sets a scene's duration in seconds. Its code stays; no model is asked.",
		Annotations: changes(),
	}
}
