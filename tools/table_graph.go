package tools

import "plotline/internal/usecase"

// graphTools are the tools of episodes and relationships, in the order of the documentation.
func graphTools() []Tool {
	return []Tool{
		{
			UseCase:     usecase.Named("list_episodes"),
			Toolset:     Episodes,
			Title:       "List episodes",
			Description: "Lists episodes, newest first. To find episodes by words, use search_episodes.",
			Annotations: reads(),
			Unlimited:   true,
		},
		{
			UseCase: usecase.Named("create_episode"),
			Toolset: Episodes,
			Title:   "Create episode",
			Description: "Records one attempt: the task (query), how it went (reward), what you learned " +
				"(reflection). Call it after every attempt, even a failed one, and link it to earlier episodes.",
			Annotations: adds(),
		},
		{
			UseCase:     usecase.Named("create_episodes"),
			Toolset:     Episodes,
			Title:       "Create episodes",
			Description: "Creates 1 to 1,000 episodes, and relationships among them or to others. All or nothing.",
			Annotations: adds(),
		},
		{
			UseCase:     usecase.Named("get_episode"),
			Toolset:     Episodes,
			Title:       "Get episode",
			Description: "Reads one episode in full, with its newest relationships.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("update_episode"),
			Toolset:     Episodes,
			Title:       "Update episode",
			Description: "Changes the given fields of an episode and keeps the others.",
			Annotations: changes(),
		},
		{
			UseCase:     usecase.Named("delete_episode"),
			Toolset:     Episodes,
			Title:       "Delete episode",
			Description: "Permanently deletes an episode and all its relationships.",
			Annotations: removes(),
		},
		{
			UseCase:     usecase.Named("search_episodes"),
			Toolset:     Episodes,
			Title:       "Search episodes",
			Description: "Finds episodes by words, in any inflection, best first. For help with a task, use recall.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("recall"),
			Toolset: Episodes,
			Title:   "Recall",
			Description: "Finds earlier episodes that help with a task or question. Ask in your own words. Call it " +
				"before you act.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("add_episode_relationship"),
			Toolset: Relationships,
			Title:   "Add relationship",
			Description: "Adds a typed, directed relationship between two episodes. Rejects duplicates, and cycles " +
				"of follows or causes.",
			Annotations: addsOnce(),
		},
		{
			UseCase:     usecase.Named("add_episode_relationships"),
			Toolset:     Relationships,
			Title:       "Add relationships",
			Description: "Adds 1 to 1,000 relationships. All or nothing.",
			Annotations: addsOnce(),
		},
		{
			UseCase: usecase.Named("update_episode_relationship"),
			Toolset: Relationships,
			Title:   "Update relationship",
			Description: "Changes the strength or metadata of a relationship. To change its ends or type, remove it " +
				"and add another.",
			Annotations: changes(),
		},
		{
			UseCase:     usecase.Named("remove_episode_relationship"),
			Toolset:     Relationships,
			Title:       "Remove relationship",
			Description: "Removes a relationship, not its episodes. get_episode_relationships lists the ids.",
			Annotations: removes(),
		},
		{
			UseCase: usecase.Named("get_episode_relationships"),
			Toolset: Relationships,
			Title:   "Get relationships",
			Description: "Lists the relationships of an episode, oldest first. For more than one hop, use " +
				"find_related_episodes.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("find_related_episodes"),
			Toolset: Relationships,
			Title:   "Find related episodes",
			Description: "Finds episodes within 1 to 5 hops of an episode, strongest first: what led to it, " +
				"resulted from it or resembles it.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("explain_connection"),
			Toolset:     Relationships,
			Title:       "Explain connection",
			Description: "Finds how two episodes are connected: the strongest and the shortest path, in words.",
			Annotations: reads(),
		},
		{
			UseCase:     usecase.Named("check_relationship_exists"),
			Toolset:     Relationships,
			Title:       "Check relationship",
			Description: "Lists the relationships from one episode to another, in this direction only.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("get_dependency_graph"),
			Toolset: Relationships,
			Title:   "Get dependency graph",
			Description: "Returns episodes and the relationships between them: as JSON, or drawn as Mermaid, " +
				"GraphViz or SVG.",
			Annotations: reads(),
			Unlimited:   true,
		},
		{
			UseCase: usecase.Named("validate_no_cycles"),
			Toolset: Relationships,
			Title:   "Check for a cycle",
			Description: "Checks whether a follows or causes relationship would close a cycle, and shows the cycle. " +
				"Adds nothing.",
			Annotations: reads(),
		},
		{
			UseCase: usecase.Named("get_topological_order"),
			Toolset: Relationships,
			Title:   "Get topological order",
			Description: "Sorts episodes so that each comes after those it depends on. One level can run " +
				"in parallel.",
			Annotations: reads(),
		},
	}
}
