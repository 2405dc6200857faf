package analysis

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// ParseTyped is Parse for a query that a person still types: unless a blank or a sign follows it, the last word is also
// the beginning of a word, so that "ord" finds what "order" finds. The word itself becomes an Extra, because its stem
// may find more than its beginning: "orders" finds "order".
//
// Behind other words, a beginning that is short or a function word would only add what nobody meant. It stays a word.
//
// A beginning of fewer than shortest characters stays a word too, because in a large workspace too many words have it.
func (l Languages) ParseTyped(query string, shortest int, loose ...string) []Clause {
	clauses := l.Parse(query, loose...)
	last := unfinished(query)
	if last == "" {
		return clauses
	}
	at := slices.IndexFunc(clauses, func(c Clause) bool { return c.Kind == Term && !c.Extra && c.Count == 1 && c.Text == last })
	if at < 0 {
		return clauses
	}
	others, prefixes := false, 0
	for i, c := range clauses {
		others = others || i != at && !c.Extra && !c.Function
		if c.Kind == Prefix || c.Kind == Key {
			prefixes++
		}
	}
	length := utf8.RuneCountInString(last)
	if prefixes == mostPrefixes || length < shortest || others && (clauses[at].Function || length < shortestPrefix) {
		return clauses
	}
	clauses[at].Extra = true
	return slices.Insert(clauses, at, Clause{Kind: Prefix, Tokens: []string{last}, Text: last, Count: 1})
}

// unfinished returns the token of the word that ends a query. It returns "" if something follows the word, or if it
// consists of several tokens, as in scripts without spaces.
func unfinished(query string) string {
	end, _ := utf8.DecodeLastRuneInString(compatible(query))
	if classify(unicode.ToLower(end)) == separates {
		return ""
	}
	list := words(query)
	if len(list) == 0 {
		return ""
	}
	if whole, _ := list[len(list)-1].split(); len(whole) == 1 && !isAlone(whole[0]) {
		return whole[0]
	}
	return ""
}
