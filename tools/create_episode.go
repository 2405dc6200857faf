package tools

func createEpisode(from cases) Tool {
	return Tool{
		UseCase: from.take("create_episode"),
		Toolset: Episodes,
		Title:   "Create episode",
		Description: "Records one attempt: the task (query), how it went (reward), what was learned (reflection). " +
			"Call it after every attempt, failed ones too; then link it with add_episode_relationship.",
		Annotations: adds(),
	}
}
