package analysis

// Terms returns what a search compares regardless of inflection. These are each token's stems in the
// languages (https://snowballstem.org/algorithms/), and the parts of a camelCase word in addition to the
// whole. For Chinese, Japanese and Korean, they are each character and each pair of neighbours. A token that
// is written in the letters of none of the languages is its own term.
func (l Languages) Terms(text string) []string {
	terms := make([]string, 0, len(text)/bytesOfToken)
	spoken := stemmersOf(l)
	eachToken(text, func(token string) { terms = spoken.terms(terms, token) })
	return terms
}
