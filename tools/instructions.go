package tools

import "strings"

// instructions tell a model how to use the memory, as far as the tools at hand go.
func (s *Server) instructions() string {
	parts := make([]string, 0, len(allInstructions()))
	for _, part := range allInstructions() {
		if s.tools.Has(part.needs...) {
			parts = append(parts, s.text.get(part.text, "instructions."+part.name))
		}
	}
	return strings.Join(parts, "\n")
}

type instruction struct {
	name  string
	text  string
	needs []string
}

func allInstructions() []instruction {
	return []instruction{
		{"what", "Plotline remembers episodes (what was done, how it went as reward -1 to 1, what was learned) " +
			"and the relationships between them.", nil},
		{"before", "Before a task: search_episodes with a few telling words, then read the best with get_episode. " +
			"Repeat what earned a high reward, avoid what earned a low one.", []string{"search_episodes", "get_episode"}},
		{"around", "find_related_episodes shows what led to an episode and what came of it.", []string{"find_related_episodes"}},
		{"after", "After a task: create_episode with query, reward and reflection.", []string{"create_episode"}},
		{"link", "Link it with add_episode_relationship: of follows and causes the earlier episode is from; " +
			"of refines and contradicts the newer.", []string{"create_episode", "add_episode_relationship"}},
		{"plans", "Media files: propose, never rename by yourself. proposeRecognizePlan, or begin…, add…, end…; then a person " +
			"decides, and the decision becomes an episode: look for it before the next plan.", []string{"get-plan", "proposeRecognizePlan"}},
		{"scenes", "Video scenes: addScene makes one, editScene changes it, fixBrokenScene mends it. Each becomes an episode, " +
			"and a person's judgement its reward.", []string{"addScene", "editScene", "fixBrokenScene"}},
		{"ids", "Tools take episode_id, a UUID; id is a serial number for people.", nil},
	}
}
