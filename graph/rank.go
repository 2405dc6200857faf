package graph

import (
	"cmp"
	"math"
	"slices"
)

// What a search weighs at most, so that a query of common words costs little more than one of rare
// words. The bounds are the contract's: every store ranks the same matches by the same numbers.
const (
	RankedMatches = 1000 // the newest matches, which are scored; the others only count
	ScoredWords   = 32   // the first words of a query; an episode must hold the others too
	CommonWord    = 1000 // the episodes with a word are counted up to this number
)

// BM25: how soon repeating a word stops to help (k1), and how much a long text counts against it (b).
const saturation, lengthWeight = 1.2, 0.75

// WordStatistics describes the scored words of a query in one workspace. Nothing in it depends on
// another workspace: a score would otherwise tell what others wrote.
type WordStatistics struct {
	Episodes int   // in the workspace
	Having   []int // for each word, the episodes with it, at most CommonWord
}

// Candidate is a match to be scored.
type Candidate struct {
	EpisodeID ID
	Length    int   // tokens of its search text
	Counts    []int // for each scored word, how often it occurs
}

// Ranked is a match with its score: more is better, and always above 0.
type Ranked struct {
	EpisodeID ID
	Score     float64
}

// ScoredTokens are the tokens of a query that decide its scores.
func ScoredTokens(tokens []string) []string { return tokens[:min(len(tokens), ScoredWords)] }

// NewCandidate counts the words in an episode's search text.
func NewCandidate(e Episode, words []string) Candidate {
	tokens := searchTokens(e)
	c := Candidate{e.EpisodeID, len(tokens), make([]int, len(words))}
	for _, token := range tokens {
		if i := slices.Index(words, token); i >= 0 {
			c.Counts[i]++
		}
	}
	return c
}

// Rank scores matches by BM25 and returns the best of them, best first, ties by EpisodeID. Lengths
// are compared with the average of the matches given.
func Rank(words WordStatistics, matches []Candidate, limit int) []Ranked {
	total := 0
	for _, m := range matches {
		total += m.Length
	}
	average := float64(total) / float64(len(matches))
	ranked := make([]Ranked, len(matches))
	for i, m := range matches {
		ranked[i] = Ranked{m.EpisodeID, words.score(m, float64(m.Length)/average)}
	}
	slices.SortFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.EpisodeID, b.EpisodeID))
	})
	return ranked[:min(limit, len(ranked))]
}

// score sums what each word adds. length is relative to the average.
func (w WordStatistics) score(m Candidate, length float64) float64 {
	score := 0.0
	for i, count := range m.Counts {
		n := float64(count)
		score += w.rarity(i) * n * (saturation + 1) / (n + saturation*(1-lengthWeight+lengthWeight*length))
	}
	return score
}

// rarity is the weight of a word: the fewer episodes hold it, the more it says.
func (w WordStatistics) rarity(word int) float64 {
	having := float64(w.Having[word])
	without := max(float64(w.Episodes)-having, 0)
	return math.Log(1 + (without+0.5)/(having+0.5))
}

// Hits gives ranked matches their episodes. An episode that was deleted meanwhile is left out.
func Hits(ranked []Ranked, episodes []Episode) []Hit {
	byID := make(map[ID]Episode, len(episodes))
	for _, e := range episodes {
		byID[e.EpisodeID] = e
	}
	hits := make([]Hit, 0, len(ranked))
	for _, r := range ranked {
		if e, there := byID[r.EpisodeID]; there {
			hits = append(hits, Hit{e, r.Score})
		}
	}
	return hits
}

// RankedIDs are the ids of ranked matches, in their order.
func RankedIDs(ranked []Ranked) []ID {
	ids := make([]ID, len(ranked))
	for i, r := range ranked {
		ids[i] = r.EpisodeID
	}
	return ids
}
