package tools

func createEpisode(from cases) Tool {
	return Tool{
		UseCase: from.take("create_episode"),
		Toolset: Episodes,
		Title:   "Create episode",
		Description: "Writes down one thing that you did or met: the task (query), how it went (reward) " +
			"and what was learned (reflection). Do so after every task, then link it with " +
			"add_episode_relationship.",
		Annotations: adds(),
	}
}
