package analysis

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind says what a clause looks for.
type Kind int

// The kinds of clauses.
const (
	Term   Kind = iota // a word, by its stem
	Phrase             // tokens that follow each other, as they are written
	Prefix             // tokens that begin like this
)

// Clause is one thing that a query asks for.
type Clause struct {
	Kind   Kind
	Tokens []string // of a Term its stem, of a Phrase all tokens in their order, of a Prefix one
	Text   string   // as a person would write it
	Count  int      // how often the query has it
	// Extra finds what the word alone would miss: a part of camelCase, a pair of characters. An episode
	// without it holds the word all the same.
	Extra bool
	// Function marks a function word, such as "the" or "with". In a small graph few episodes have it, and it
	// would pass for a telling word.
	Function bool
}

const shortestPrefix = 3 // characters

// Parse reads a query: words, "phrases in quotes" and prefixes as in deploy*. Nothing else is special; a
// quote without its pair separates words. Each clause is there once, in the order of first appearance.
func Parse(query string) []Clause {
	var clauses []Clause
	for {
		before, inside, after, quoted := cutQuoted(query)
		for _, w := range words(before) {
			clauses = w.clauses(clauses)
		}
		if !quoted {
			return clauses
		}
		if tokens := Tokens(inside); len(tokens) > 0 {
			clauses = with(clauses, Clause{Kind: Phrase, Tokens: tokens, Text: `"` + strings.Join(strings.Fields(inside), " ") + `"`})
		}
		query = after
	}
}

// cutQuoted cuts a query around its first quoted text.
func cutQuoted(query string) (before, inside, after string, quoted bool) {
	before, rest, opened := strings.Cut(query, `"`)
	inside, after, closed := strings.Cut(rest, `"`)
	if opened && closed {
		return before, inside, after, true
	}
	return query, "", "", false
}

func (w word) clauses(clauses []Clause) []Clause {
	whole, parts := w.split()
	if w.prefix && len(whole) == 1 && utf8.RuneCountInString(whole[0]) >= shortestPrefix {
		return with(clauses, Clause{Kind: Prefix, Tokens: whole, Text: whole[0] + "*"})
	}
	for _, token := range whole {
		clauses = with(clauses, Clause{Tokens: []string{stem(token)}, Text: token, Function: functionWords[token]})
	}
	for _, part := range parts {
		clauses = with(clauses, Clause{Tokens: []string{stem(part)}, Text: part, Extra: true})
	}
	return clauses
}

// with counts a clause that is there, or appends it.
func with(clauses []Clause, c Clause) []Clause {
	for i, old := range clauses {
		if old.Kind == c.Kind && slices.Equal(old.Tokens, c.Tokens) {
			clauses[i].Count++
			clauses[i].Extra = old.Extra && c.Extra
			return clauses
		}
	}
	c.Count = 1
	return append(clauses, c)
}
