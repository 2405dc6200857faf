// Package ranking orders what a search or a recall found: by words, and along relationships. It knows no
// store. Every constant of the order is in this file, with what it was measured at.
//
// "Finds" means recall at 10, without the graph unless a comment says so, on 600 questions of the history of Open
// vSwitch ("which earlier change caused this?", 20,860 commits), asked while the graph grows. Figures that are
// compared with each other come from one run; most come from a model of this ranking outside the program.
// `make bench-recall` measures the whole.
package ranking

import "plotline/graph/analysis"

// BM25 (Robertson and Zaragoza, Foundations and Trends in Information Retrieval 3(4), 2009).
const (
	// saturation (k1) is how soon it stops to help that an episode repeats a word.
	saturation = 1.2
	// lengthWeight (b) is how much a long text counts against it. 0.75 finds 0.449, 0.4 finds 0.426.
	lengthWeight = 0.75
	// querySaturation (k3) is the same as saturation for a word that the query repeats. Without it 0.420 in
	// place of 0.449.
	querySaturation = 1.2
	// functionWeight is what a function word counts of what another word does that is as rare. With 0.2 it is
	// 0.423, and 0.515 with the graph; with 1 it is 0.403 and 0.493.
	functionWeight = 0.2
	// NameWeight is how often a word in the name counts. 1, 2 and 3 find 0.439, 0.449 and 0.448.
	NameWeight = 2
)

// The look-up of words.
const (
	// CountedWords is how many clauses of a query are counted; a longer query is cut.
	CountedWords = 128
	// ScoredWords is how many of them decide, the rarest first. With 16, 32, 64 and all it is 0.434, 0.450,
	// 0.452 and 0.449.
	ScoredWords = 32
	// CommonWord is up to how many episodes with a word are counted. Beyond it a sample tells.
	CommonWord = 1000
	// Postings is how many episodes are looked up by words, the rarest first. 1,000, 2,000, 5,000 and 20,000
	// find 0.445, 0.449, 0.450 and 0.450 by words alone; 0.524, 0.526, 0.532 and 0.534 with the graph.
	Postings = 5000
	// Pool is how many of those are scored. 200, 400 and all find 0.454, 0.449 and 0.450.
	Pool = 400
)

// Meaning.
const (
	// NearestPool is how many of the nearest by meaning are scored.
	NearestPool = 200
	// MeaningWeight is what the best by meaning counts of what the best by words does. With bge-small-en-v1.5
	// words and meaning find 0.452 where words alone find 0.421; with the graph 0.553 and 0.510.
	MeaningWeight = 1.0
	// floorDeviations is by how many standard deviations a cosine must lie above those to unrelated texts for
	// an episode without any word of the query to count as a match.
	floorDeviations = 3.0
)

// The graph.
const (
	// Lenders is how many of the best results lend their score along relationships.
	Lenders = 200
	// oneHop and twoHops are what an episode gets of its neighbours' score. 0.1, 0.2, 0.3 and 0.5 over one hop
	// find 0.489, 0.508, 0.525 and 0.511; without the second hop 0.520; without any 0.449.
	oneHop, twoHops = 0.3, 0.1
	// fewRelationships is up to how many relationships an episode lends to each of its neighbours in full.
	// One with more divides as much among them.
	fewRelationships = 4
	// Crowd is the number of relationships above which an episode lends nothing: a share would be lost in
	// the third decimal.
	Crowd = 200
	// Nearby is what an episode gets of the best score by words for a tag that the caller stands at. With
	// meaning it finds 0.559; of the best score by words and meaning 0.548.
	Nearby = 0.3
)

// weight of a relationship by its type. causes decided the history of Open vSwitch; follows is the only type
// that most conversations have. There it can bring the turn that answers a question, or the talk around it. On
// 143 questions of LongMemEval, with meaning, 0, 0.2, 0.4, 0.6 and 0.8 find 0.847, 0.849, 0.837, 0.833 and 0.791;
// on other conversations of shorter turns the neighbours found a tenth more.
func weight(relationshipType string) float64 {
	switch relationshipType {
	case "follows", "related_to":
		return 0.6
	default:
		return 1
	}
}

// Fields are the texts of an episode with their weights.
func Fields(name, query, reflection string, tags []string) []analysis.Field {
	fields := make([]analysis.Field, 0, 3+len(tags))
	fields = append(fields, analysis.Field{Text: name, Weight: NameWeight},
		analysis.Field{Text: query, Weight: 1}, analysis.Field{Text: reflection, Weight: 1})
	for _, tag := range tags {
		fields = append(fields, analysis.Field{Text: tag, Weight: 1})
	}
	return fields
}
