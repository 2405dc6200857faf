package graph

import (
	"cmp"
	"slices"

	"plotline/graph/analysis"
	"plotline/internal/clip"
)

const (
	// brokenTies is how many of the first results have their ties broken.
	brokenTies = 50
	// tiedText is how much of a text decides a tie, in characters.
	tiedText = 4_000
)

// breakTies sorts results with equal scores, best first, by the order of the query's words in their texts: BM25 and most models do not
// tell 10.12.0.4 from 10.0.12.4. The scores are as clients see them. An episode without texts was not read, and stays.
func breakTies[T any](results []T, query string, score func(T) float64, texts func(T) Episode) {
	asked := analysis.Tokens(query)
	if len(asked) < 2 {
		return
	}
	for begin := 0; begin < min(len(results), brokenTies); {
		end := begin + 1
		for end < min(len(results), brokenTies) && score(results[end]) == score(results[begin]) {
			end++
		}
		if tied := results[begin:end]; len(tied) > 1 {
			inOrder := make(map[ID]int, len(tied))
			for _, one := range tied {
				e := texts(one)
				inOrder[e.EpisodeID] = ordered(asked, e)
			}
			slices.SortStableFunc(tied, func(a, b T) int {
				return cmp.Compare(inOrder[texts(b).EpisodeID], inOrder[texts(a).EpisodeID])
			})
		}
		begin = end
	}
}

// ordered counts the neighbours in a query that are neighbours in a text of an episode too, twice, and those that stand there in this
// order. The text with the highest count decides.
func ordered(asked []string, e Episode) int {
	most := 0
	for _, text := range []string{e.Name, e.Query, e.Reflection} {
		tokens := analysis.Tokens(clip.Runes(text, tiedText))
		first, last := make(map[string]int, len(tokens)), make(map[string]int, len(tokens))
		pairs := make(map[[2]string]bool, len(tokens))
		for i, token := range tokens {
			if _, again := first[token]; !again {
				first[token] = i
			}
			last[token] = i
			if i > 0 {
				pairs[[2]string{tokens[i-1], token}] = true
			}
		}
		count := 0
		for i := 1; i < len(asked); i++ {
			before, has := first[asked[i-1]]
			after, hasToo := last[asked[i]]
			if has && hasToo && before < after {
				count++
			}
			if pairs[[2]string{asked[i-1], asked[i]}] {
				count += 2
			}
		}
		most = max(most, count)
	}
	return most
}
