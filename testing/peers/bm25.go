package main

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"plotline/graph/analysis"
)

// bm25 is plain BM25 over texts, without stems, fields or a graph: what a search library does by itself
// (Robertson and Zaragoza, Foundations and Trends in Information Retrieval 3(4), 2009). Any word matches.
type bm25 struct {
	postings map[string][]posting
	lengths  []int
	total    int
}

// posting is a text with a word, and how often it has it.
type posting struct{ text, times int }

// BM25's constants.
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

// search gives the numbers of the best texts, newest first where they are equal.
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

// best gives the texts with the highest scores, the newest first where these are equal.
func best[N cmp.Ordered](scores map[int]N, most int) []int {
	texts := make([]int, 0, len(scores))
	for text := range scores {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(x, y int) int { return cmp.Or(cmp.Compare(scores[y], scores[x]), cmp.Compare(y, x)) })
	return texts[:min(most, len(texts))]
}

// rarest gives the words of a query that the fewest texts have, but some. Short ones are left out: as parts of
// other words they are everywhere.
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
