package main

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"plotline/graph/analysis"
)

// bm25 is plain BM25 over texts, without stems, fields or a graph, as a search library provides it
// (Robertson and Zaragoza, Foundations and Trends in Information Retrieval 3(4), 2009). A text matches if
// it has any word of the query.
type bm25 struct {
	postings map[string][]posting
	lengths  []int
	total    int
}

// posting is a text that contains a word, with the number of occurrences.
type posting struct{ text, times int }

// The constants of BM25.
const (
	saturation   = 1.2  // k1
	lengthWeight = 0.75 // b
)

// add appends a text.
func (b *bm25) add(text string) {
	if b.postings == nil {
		b.postings = map[string][]posting{}
	}
	number, words := len(b.lengths), analysis.Tokens(text)
	counts := map[string]int{}
	for _, word := range words {
		counts[word]++
	}
	for word, times := range counts {
		b.postings[word] = append(b.postings[word], posting{number, times})
	}
	b.lengths = append(b.lengths, len(words))
	b.total += len(words)
}

// search returns the numbers of the best texts. Of equal ones, the newest come first.
func (b *bm25) search(query string, most int) []int {
	scores := map[int]float64{}
	for _, word := range analysis.Tokens(query) {
		list := b.postings[word]
		having, all := float64(len(list)), float64(len(b.lengths))
		rarity := math.Log(1 + (all-having+0.5)/(having+0.5))
		for _, p := range list {
			long := float64(b.lengths[p.text]) * all / float64(b.total)
			times := float64(p.times)
			scores[p.text] += rarity * times * (saturation + 1) / (times + saturation*(1-lengthWeight+lengthWeight*long))
		}
	}
	return best(scores, most)
}

// best returns the texts with the highest scores. Of equal ones, the newest come first.
func best[N cmp.Ordered](scores map[int]N, most int) []int {
	texts := make([]int, 0, len(scores))
	for text := range scores {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(x, y int) int { return cmp.Or(cmp.Compare(scores[y], scores[x]), cmp.Compare(y, x)) })
	return texts[:min(most, len(texts))]
}

// rarest returns the words of a query that the fewest texts contain, but at least one. It leaves out short
// words, because they occur within many other words.
func (b *bm25) rarest(query string, most int) []string {
	const shortest = 4 // characters
	var words []string
	for _, word := range analysis.Tokens(query) {
		if utf8.RuneCountInString(word) >= shortest && len(b.postings[word]) > 0 && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	slices.SortStableFunc(words, func(x, y string) int { return cmp.Compare(len(b.postings[x]), len(b.postings[y])) })
	return words[:min(most, len(words))]
}
