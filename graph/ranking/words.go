package ranking

import (
	"cmp"
	"math"
	"slices"

	"plotline/graph/analysis"
)

// Statistics describes the clauses of a query in one workspace. It depends on no other workspace, so that a
// score reveals nothing about what others wrote.
type Statistics struct {
	Episodes int   // in the workspace
	Having   []int // the number of episodes with each clause
}

// Candidate is the text data of an episode that matches a clause.
type Candidate struct {
	Vector analysis.Vector
	Length int   // the sum of the weights of its words
	Held   []int // the clauses that it matches and that are not terms
}

// Words scores episodes by the clauses of a query.
type Words struct {
	clauses []analysis.Clause
	rarity  []float64 // the most that each clause adds, over saturation + 1
	average float64
	// Best is the score of an episode of average length with every clause once in its name. No query scores
	// much higher. A query whose words occur nowhere reaches little of it.
	Best float64
}

// NewWords returns the scorer for clauses. It compares lengths with the average of the candidates.
func NewWords(clauses []analysis.Clause, counted Statistics, candidates []Candidate) Words {
	w := Words{clauses: clauses, rarity: make([]float64, len(clauses))}
	total := 0
	for _, c := range candidates {
		total += c.Length
	}
	w.average = max(float64(total)/float64(max(len(candidates), 1)), 1)
	for i, c := range clauses {
		asked := float64(c.Count)
		w.rarity[i] = rarity(counted, i) * asked * (querySaturation + 1) / (asked + querySaturation)
		if c.Function {
			w.rarity[i] *= functionWeight
		}
		if !c.Extra {
			w.Best += w.rarity[i] * repeated(NameWeight, 1)
		}
	}
	return w
}

// rarity returns the weight of a clause. The fewer episodes match it, the higher it is.
func rarity(counted Statistics, clause int) float64 {
	having := float64(counted.Having[clause])
	without := max(float64(counted.Episodes)-having, 0)
	return math.Log(1 + (without+0.5)/(having+0.5))
}

// Rarity returns the rarity of a clause for a lookup: a higher value is rarer.
func (w Words) Rarity(clause int) float64 { return w.rarity[clause] }

// repeated returns the factor of a word that occurs times in a text whose length is relative to the average.
func repeated(times, length float64) float64 {
	return times * (saturation + 1) / (times + saturation*(1-lengthWeight+lengthWeight*length))
}

// Score adds up the scores of the clauses, and lists those that the episode matches. all reports whether it
// matches every clause that is not Extra.
func (w Words) Score(c Candidate) (score float64, held []int, all bool) {
	all = true
	folded := c.Vector.HasFolded()
	for i, clause := range w.clauses {
		times := w.times(c, i, folded)
		if times == 0 {
			all = all && clause.Extra
			continue
		}
		held = append(held, i)
		score += w.rarity[i] * repeated(times, float64(c.Length)/w.average)
	}
	return score, held, all && len(w.clauses) > 0
}

// times returns how often a clause occurs in the texts of a candidate. A word without its marks, in the query or in the
// text, counts foldedWeight.
func (w Words) times(c Candidate, clause int, folded bool) float64 {
	asked := w.clauses[clause]
	if asked.Kind != analysis.Term {
		if slices.Contains(c.Held, clause) {
			return 1
		}
		return 0
	}
	exact, most := 0, 0
	for i, stem := range asked.Tokens { // a word of the text may have several of them
		n := c.Vector.Count(stem)
		most = max(most, n)
		if n > 0 && folded {
			n = c.Vector.Exact(stem)
		}
		if i < len(asked.Tokens)-asked.Folded {
			exact = max(exact, n)
		}
	}
	return max(float64(exact), foldedWeight*float64(most))
}

// Rarest selects the clauses that make the score: those in the fewest episodes, even if that is none. It
// keeps the order of the query.
func Rarest(clauses []analysis.Clause, counted Statistics) ([]analysis.Clause, Statistics) {
	if len(clauses) <= ScoredWords {
		return clauses, counted
	}
	order := make([]int, len(clauses))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counted.Having[a], counted.Having[b]) })
	order = order[:ScoredWords]
	slices.Sort(order)
	chosen := make([]analysis.Clause, len(order))
	of := Statistics{Episodes: counted.Episodes, Having: make([]int, len(order))}
	for i, o := range order {
		chosen[i], of.Having[i] = clauses[o], counted.Having[o]
	}
	return chosen, of
}

// Brief selects the clauses of a query by which close matches alone are found: the first BriefWords that are neither function
// words nor paths. A common file says little about whether two episodes are alike.
func Brief(clauses []analysis.Clause) []analysis.Clause {
	clauses = slices.DeleteFunc(slices.Clone(clauses), func(c analysis.Clause) bool { return c.Function || c.Path })
	return clauses[:min(len(clauses), BriefWords)]
}

// Lookup is a clause to look up episodes by, and the highest number of episodes.
type Lookup struct {
	Clause int // an index
	Most   int
}

// Lookups shares a number of postings among the clauses, rarest first. Clauses that are not terms come before, because an
// episode's vector does not show whether it matches them. Function words are not looked up, unless the query
// has no other words. whole reports whether all episodes of the clauses that can be looked up are covered.
func Lookups(clauses []analysis.Clause, counted Statistics, postings int) (lookups []Lookup, whole bool) {
	order := make([]int, 0, len(clauses))
	telling := slices.ContainsFunc(clauses, func(c analysis.Clause) bool { return !c.Function })
	for i, c := range clauses {
		if counted.Having[i] > 0 && (!telling || !c.Function) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(min(clauses[a].Kind, analysis.Phrase)*-1, min(clauses[b].Kind, analysis.Phrase)*-1),
			cmp.Compare(counted.Having[a], counted.Having[b]))
	})
	left := postings
	for _, i := range order {
		if left <= 0 {
			return lookups, false
		}
		lookups = append(lookups, Lookup{i, left})
		left -= counted.Having[i]
	}
	return lookups, left >= 0
}

// SampleFor returns the sample in which to count the common words of a workspace: the smallest with about that many
// episodes. 0 means none.
func SampleFor(episodes, least int) int {
	sample := 0
	for sample < analysis.MostSamples && episodes/analysis.SampleShare(sample+1) >= least {
		sample++
	}
	return sample
}

// Estimate returns how many of all episodes have a word that most episodes have or more, of which that many are in a sample
// (see analysis.SampleOf).
func Estimate(inSample, sample, most, episodes int) int {
	return min(max(inSample*analysis.SampleShare(sample), most), episodes)
}
