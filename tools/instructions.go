package tools

import "strings"

// instructions tell a model when to recall and when to record, depending on the tools offered. Models follow
// instructions, but not the same advice in descriptions of tools.
func (s *Server) instructions() string {
	parts := make([]string, 0, len(allInstructions()))
	for _, part := range allInstructions() {
		if s.tools.Has(part.needs...) && (part.unless == "" || !s.tools.Has(part.unless)) {
			parts = append(parts, s.text.get(part.text, part.key()))
		}
	}
	return strings.Join(parts, "\n")
}

type instruction struct {
	name   string
	text   string
	needs  []string // tools that the text names
	unless string   // the tool for which there is a better instruction
}

func (i instruction) key() string { return "instructions." + i.name }

func allInstructions() []instruction {
	return []instruction{
		{name: "what", text: "Plotline is your memory: episodes (what you tried, how it went as reward -1 to 1, what you learned) " +
			"and typed relationships between them."},
		{
			name: "recall", needs: []string{"recall"},
			text: "Recall before you act: call recall at the start of a task, when something fails, and when you are asked about " +
				"the past. Say in your own words what you are about to do. Repeat what earned a high reward, avoid what earned a low one.",
		},
		{
			name: "before", needs: []string{"search_episodes", "get_episode"}, unless: "recall",
			text: "Recall before you act: call search_episodes at the start of a task, when something fails, and when you are asked " +
				"about the past. Give a few telling words, then read the best with get_episode. Repeat what earned a high reward, " +
				"avoid what earned a low one.",
		},
		{
			name: "around", needs: []string{"find_related_episodes"},
			text: "find_related_episodes shows what led to an episode and what came of it.",
		},
		{
			name: "after", needs: []string{"create_episode"},
			text: "Record after each attempt, a failed one too: call create_episode with query (the task), an honest reward, and " +
				"reflection (what you learned and why). Do not wait to be asked.",
		},
		{
			name: "link", needs: []string{"create_episode", "add_episode_relationship"},
			text: "Link it with add_episode_relationship to the episodes that it builds on: follows and causes go from the earlier " +
				"episode, refines and contradicts from the newer.",
		},
		{
			name: "plans", needs: []string{"get-plan", "proposeRecognizePlan"},
			text: "Media files: propose changes, never rename files yourself. Call proposeRecognizePlan, or begin…, add…, end…. A " +
				"person decides, and the decision becomes an episode: look for it before the next plan.",
		},
		{
			name: "scenes", needs: []string{"addScene", "editScene", "fixBrokenScene"},
			text: "Video scenes: addScene makes one, editScene changes it, fixBrokenScene repairs it. Each becomes an episode, and " +
				"a person's judgement its reward.",
		},
		{name: "ids", text: "Where tools take an episode_id, they also take the serial number id: 3 or #3."},
	}
}
