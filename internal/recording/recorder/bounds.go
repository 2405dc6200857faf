package recorder

// These are the bounds of what is told at a prompt. What is told and not due costs more than what is due and not told.
const (
	// leastWords is how many words, without function words, a prompt and an episode share at least.
	leastWords = 2
	// leastScore is the least score by words alone: the share of the prompt's words, by their rarity, that the episode has.
	leastScore = 0.3
)

// close reports whether an episode is close enough to a prompt to be told.
func (m Match) close() bool {
	return len(m.Words) >= leastWords && m.Score >= leastScore
}
