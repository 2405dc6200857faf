package tools

import "strings"

// instructions tell a model when to recall and when to record, depending on the tools offered. Models follow
// instructions, but not the same advice in descriptions of tools.
func (s *Server) instructions() string {
	parts := make([]string, 0, len(allInstructions()))
	for _, part := range allInstructions() {
		if s.tools.Has(part.needs...) && (part.unless == "" || !s.tools.Has(part.unless)) && part.when.is(s.cfg.Recorded) {
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
	when   when
}

// when says whether an instruction is for clients whose work is recorded without them, or for the others.
type when int

const (
	always when = iota
	recorded
	unrecorded
)

func (w when) is(isRecorded bool) bool { return w == always || (w == recorded) == isRecorded }

func (i instruction) key() string { return "instructions." + i.name }

func allInstructions() []instruction {
	return []instruction{
		{name: "what", text: "Plotline is your memory: episodes (what you tried, how it went as a reward from -1 " +
			"to 1, what you learned) and typed relationships between them."},
		{
			name: "recall", needs: []string{"recall"},
			text: "Recall before you act: call recall at the start of a task, when something fails, and when you are asked about " +
				"the past. Say in your own words what you are about to do, and when, as in \"last week\". Repeat what earned a high " +
				"reward, avoid what earned a low one. What replaced an episode stands before it.",
		},
		{
			name: "before", needs: []string{"search_episodes", "get_episode"}, unless: "recall",
			text: "Recall before you act: call search_episodes at the start of a task, when something fails, and " +
				"when you are asked about the past. Give a few specific words, then read the best results with " +
				"get_episode. Repeat what earned a high reward, avoid what earned a low one.",
		},
		{
			name: "around", needs: []string{"find_related_episodes"},
			text: "find_related_episodes shows what led to an episode and what resulted from it.",
		},
		{
			name: "recorded", needs: []string{"create_episode"}, when: recorded,
			text: "Finished tasks are recorded without you, with what came of them. Record by hand, with create_episode, only what " +
				"no task shows: a decision, a rule or a preference of the user, or a dead end that changed nothing. Give query, " +
				"reflection, an honest reward, and relationships to the episodes it builds on, without the end that is the new one.",
		},
		{
			name: "after", needs: []string{"create_episode"}, when: unrecorded,
			text: "Record every attempt, even a failed one, in one call: create_episode with query (the task), an honest " +
				"reward, reflection (what you learned and why), and relationships to the episodes it builds on. Leave out " +
				"the end that is the new episode: follows and causes go from the earlier episode, refines and contradicts " +
				"from the newer one. Do not wait to be asked.",
		},
		{
			name: "link", needs: []string{"add_episode_relationship", "remove_episode_relationship"},
			text: "reads in a reply says in words what was stored. If a relationship is the wrong way round, remove it and " +
				"add it with its ends exchanged.",
		},
		{
			name: "plans", needs: []string{"get-plan", "proposeRecognizePlan"},
			text: "Media files: propose changes, never rename files yourself. Call proposeRecognizePlan, or the " +
				"begin, add and end tools in that order. A person decides. Each decision becomes an episode: look " +
				"for it before your next plan.",
		},
		{
			name: "scenes", needs: []string{"addScene", "editScene", "fixBrokenScene"},
			text: "Video scenes: addScene makes a scene, editScene changes it, fixBrokenScene repairs it. Each " +
				"call becomes an episode. A person's judgement of the scene becomes its reward.",
		},
		{name: "ids", text: "Arguments that take an episode_id also take the serial number (id): 3 or #3."},
	}
}
