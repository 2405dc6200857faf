package ranking

import (
	"cmp"
	"math"
	"slices"

	"plotline/graph/analysis"
)

// Statistics describes the clauses of a query in one workspace. Nothing in it depends on another
// workspace: a score would otherwise tell what others wrote.
type Statistics struct {
	Episodes int   // in the workspace
	Having   []int // for each clause, the episodes with it
}

// Candidate is what is known of an episode that holds some clause.
type Candidate struct {
	Vector analysis.Vector
	Length int   // the sum of the weights of its words
	Held   []int // clauses that are no terms and that it holds
}

// Words scores episodes by the clauses of a query.
type Words struct {
	clauses []analysis.Clause
	rarity  []float64 // what each clause adds at most, over saturation + 1
	average float64
	// Best is the score of an episode of average length with every clause once in its name. No query reaches
	// much more, and one whose words occur nowhere reaches little of it.
	Best float64
}

// NewWords makes the scores of clauses. Lengths are compared with the average of the candidates.
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

// rarity is the weight of a clause: the fewer episodes hold it, the more it says.
func rarity(counted Statistics, clause int) float64 {
	having := float64(counted.Having[clause])
	without := max(float64(counted.Episodes)-having, 0)
	return math.Log(1 + (without+0.5)/(having+0.5))
}

// Rarity orders clauses for a look-up: more is rarer.
func (w Words) Rarity(clause int) float64 { return w.rarity[clause] }

// repeated is how much a word adds that occurs so often in a text of a length, relative to the average.
func repeated(times, length float64) float64 {
	return times * (saturation + 1) / (times + saturation*(1-lengthWeight+lengthWeight*length))
}

// Score sums what each clause adds, and lists the clauses that the episode holds. All tells whether it
// holds every one that is not Extra.
func (w Words) Score(c Candidate) (score float64, held []int, all bool) {
	all = true
	for i, clause := range w.clauses {
		times := w.times(c, i)
		if times == 0 {
			all = all && clause.Extra
			continue
		}
		held = append(held, i)
		score += w.rarity[i] * repeated(float64(times), float64(c.Length)/w.average)
	}
	return score, held, all && len(w.clauses) > 0
}

func (w Words) times(c Candidate, clause int) int {
	if w.clauses[clause].Kind == analysis.Term {
		times := 0
		for _, stem := range w.clauses[clause].Tokens { // a word of the text may have several of them
			times = max(times, c.Vector.Count(stem))
		}
		return times
	}
	if slices.Contains(c.Held, clause) {
		return 1
	}
	return 0
}

// Rarest chooses the clauses that decide: those that are no terms, and the rarest terms that occur at all
// or not. It keeps the order of the query.
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

// Lookup is a clause by which episodes are looked up, and how many at most.
type Lookup struct {
	Clause int // its index
	Most   int
}

// Lookups shares Postings among the clauses, rarest first. Clauses that are no terms come before, for the
// text of an episode does not tell whether it holds them. Function words look nothing up, unless the query has
// no other. whole tells whether every episode with some clause that looks up is looked up.
func Lookups(clauses []analysis.Clause, counted Statistics) (lookups []Lookup, whole bool) {
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
	left := Postings
	for _, i := range order {
		if left <= 0 {
			return lookups, false
		}
		lookups = append(lookups, Lookup{i, left})
		left -= counted.Having[i]
	}
	return lookups, left >= 0
}

// SampleFor chooses the sample of a workspace in which common words are counted: the smallest with a thousand
// episodes or more. 0: there is none.
func SampleFor(episodes int) int {
	sample := 0
	for sample < analysis.MostSamples && episodes/analysis.SampleShare(sample+1) >= CommonWord {
		sample++
	}
	return sample
}
