// Package ranking sorts the results of a search or a recall: by words, by meaning and along relationships. It
// does not depend on a store. Every constant of the order is in this file. A constant without a figure was not measured.
//
// "Finds" means recall at 10, without the graph unless a comment says otherwise. It is measured on 600
// questions about the history of Open vSwitch ("which earlier change caused this?", 20,860 commits), asked
// while the graph grows. Figures that are compared with each other come from one run. Most come from a model
// of this ranking outside the program. `make bench-recall` measures the whole.
package ranking

import "plotline/graph/analysis"

// These are the constants of BM25 (Robertson and Zaragoza, Foundations and Trends in Information Retrieval
// 3(4), 2009).
const (
	// saturation (k1) is how soon further repetitions of a word in an episode stop raising its score. The value is the
	// usual one and was not measured.
	saturation = 1.2
	// lengthWeight (b) is how much a long text lowers the score. 0.75 finds 0.449, 0.4 finds 0.426.
	lengthWeight = 0.75
	// querySaturation (k3) is the same as saturation for a word that the query repeats. It finds 0.449, and
	// without it the ranking finds 0.420.
	querySaturation = 1.2
	// functionWeight is the weight of a function word relative to another word of the same rarity. 0.2 finds
	// 0.423, and 0.515 with the graph. 1 finds 0.403 and 0.493.
	functionWeight = 0.2
	// foldedWeight is the weight of a word that matches only without its accents or points. Any value below 1 puts the exact
	// form first.
	foldedWeight = 0.5
	// NameWeight is the weight of a word in the name. 1, 2 and 3 find 0.439, 0.449 and 0.448.
	NameWeight = 2
)

// These are the bounds of the lookup of words.
const (
	// CountedWords is how many clauses of a query are counted. A longer query is cut.
	CountedWords = 128
	// ScoredWords is how many of them make the score, the rarest first. 16, 32, 64 and all find 0.434, 0.450,
	// 0.452 and 0.449.
	ScoredWords = 32
	// CommonWord is the number up to which the episodes with a word are counted. Beyond it they are counted
	// in a sample.
	CommonWord = 1000
	// Postings is how many episodes are looked up by words, the rarest first. 1,000, 2,000, 5,000 and 20,000
	// find 0.445, 0.449, 0.450 and 0.450 by words alone, and 0.524, 0.526, 0.532 and 0.534 with the graph.
	Postings = 5000
	// Pool is how many of those are scored. 200, 400 and all find 0.454, 0.449 and 0.450.
	Pool = 400
)

// These are the constants of the search for earlier episodes that may be about the same as a new one.
const (
	// BriefWords, BriefPostings and BriefPool stand for CountedWords, for CommonWord and Postings, and for Pool there. An
	// episode that is close has several of the rare words, so that few postings find it.
	BriefWords    = 12
	BriefPostings = 300
	BriefPool     = 30
	// Similar is the share of its own score by words that a new episode must give an earlier one. It was chosen on the histories
	// of Open vSwitch and of this program, where 0.5 names an episode for a quarter of the commits, and 0.6 for an eighth.
	// Of 50 tasks of an agent, 12 of them repeated in other words, 0.6 finds 8 of the 12 and nothing for the others.
	Similar = 0.6
	// SimilarWords is how many words the two must share. Without it, 27 of 697 short turns of chats are given an earlier one
	// that says something else. With it, 4 are.
	SimilarWords = 3
)

// These are the bounds of what an agent is told at a prompt, unasked. They were chosen on 32 prompts that are close to one of 16
// made-up tasks, half of them in other words, and 24 prompts that are close to none: graph/recorded/testdata. Of 16 and 12 further
// prompts, which were written before and not used, 0.88 are told what they are close to with the builtin model, and 0.69 by
// words alone; none is told anything else. On the prompts that were used, it is 0.84 and 0.69, and at most 0.04 of all are told something else.
const (
	// ToldWords is how many words that say what a task is about the two share, and ToldScore the least score. With a score of
	// 0.1, 0.2 and 0.3, words alone tell 0.69, 0.62 and 0.53 of the prompts that were used, and 0.04, 0.02 and 0.00 something else.
	// With one word it is 0.78 and 0.41.
	ToldWords = 2
	ToldScore = 0.1
	// ToldCosine is the least cosine with the builtin model, and ToldCosineWithWords that of an episode that passes by words.
	ToldCosine          = 0.65
	ToldCosineWithWords = 0.62
	// ToldBehind is how much further than the nearest another episode may be.
	ToldBehind = 0.05
)

// These are the constants of meaning.
const (
	// NearestPool is how many of the nearest by meaning are scored.
	NearestPool = 200
	// MeaningWeight is the weight of the best by meaning relative to the best by words. With
	// bge-small-en-v1.5, words and meaning find 0.452, and words alone find 0.421. With the graph they find
	// 0.553 and 0.510.
	MeaningWeight = 1.0
	// floorDeviations applies to an episode without any word of the query. To match, its cosine must exceed
	// the mean of those to unrelated texts by this many standard deviations.
	floorDeviations = 3.0
)

// These are the constants of the graph.
const (
	// Lenders is how many of the best results lend their score along relationships.
	Lenders = 200
	// oneHop and twoHops are the shares of a neighbour's score that an episode gets. Over one hop, 0.1, 0.2,
	// 0.3 and 0.5 find 0.489, 0.508, 0.525 and 0.511. Without the second hop it is 0.520, and without any
	// 0.449.
	oneHop, twoHops = 0.3, 0.1
	// enough is the share of a query's words, by their weight, up to which the best result leaves the shares of relationships as they
	// are. With all words it leaves them leastLent, because then it is what was asked for, and what stands beside it must not displace
	// it. Of 300 titles of commits, asked as "why did we …?", 240 come first without this. With 0.5, 0.3 and 0.1 it is 264, 269 and 272;
	// what an answer led to is lost with less than 0.5.
	enough, leastLent = 0.8, 0.5
	// fewRelationships is the number of relationships up to which an episode lends its full share to each
	// neighbour. With more, it divides the same total among them. An episode that did not match by itself stands behind all
	// that did if more than this many are part of it or related to it.
	fewRelationships = 4
	// fewReceived is the number of relationships up to which an episode receives its full share from each neighbour. With
	// more, it receives less from each, so that a session or a project does not rise with all that is part of it. With
	// the graph and meaning, 16 finds 0.538 and no bound 0.541, which is no difference between two runs.
	fewReceived = 16
	// MaxLendingDegree is the number of relationships above which an episode lends nothing, because a share would not
	// change the third decimal.
	MaxLendingDegree = 200
	// TagBoost is the share of the best score by words that an episode gets for a tag in boost_tags. With
	// meaning it finds 0.559. The same share of the best score by words and meaning finds 0.548.
	TagBoost = 0.3
	// TimeBoost is the share of the best score by words that an episode gets for being of the period that the query names. Of 31
	// questions about short turns that name one, 0, 0.3, 0.6, 1 and 1.5 find 0.258, 0.495, 0.769, 0.882 and 0.952 with the
	// graph and meaning. A period that was misread must not hide an answer, so it is no more than 1.
	TimeBoost = 1.0
	// Well is the share of the best score from which on an episode is one of those that a question for the newest is about. Of
	// three topics in the history of Plotline, 0.5 put the newest commits first, and 0.7 left some of them out.
	Well = 0.5
	// leastShare ends a second hop whose share is below the third decimal of a score. It was not measured.
	leastShare = 0.0005
	// MaxExpanded is how many episodes have their relationships read in each hop. It bounds the cost of a
	// recall and was not measured.
	MaxExpanded = 1000
)

// Fields returns the texts of an episode with their weights.
func Fields(name, query, reflection string, tags []string) []analysis.Field {
	fields := make([]analysis.Field, 0, 3+len(tags))
	fields = append(fields, analysis.Field{Text: name, Weight: NameWeight},
		analysis.Field{Text: query, Weight: 1}, analysis.Field{Text: reflection, Weight: 1})
	for _, tag := range tags {
		fields = append(fields, analysis.Field{Text: tag, Weight: 1})
	}
	return fields
}
