package analysis

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a clause.
type Kind int

// The kinds of clauses.
const (
	Term   Kind = iota // a word, by its stems: an episode matches with any of them
	Phrase             // tokens that follow each other, as written
	Prefix             // tokens with this beginning
	Key                // a hexadecimal number: a word, or the beginning of a key (see KeyToken)
)

// Clause is one condition of a query.
type Clause struct {
	Kind   Kind
	Tokens []string // of a Term its stems, of a Phrase all tokens in their order, of a Prefix and a Key one
	Folded int      // of a Term, how many of its last Tokens are those of the word without its marks
	Text   string   // as a person would write it
	Count  int      // occurrences in the query
	// Extra marks a clause that finds more than the word itself: a part of camelCase, or a pair of
	// characters. Of a path it finds less: the words in their order. An episode without it still matches the word.
	Extra bool
	// Path marks the Phrase of a path. Its Text is the path as written. Episodes with a path of the query come first.
	Path bool
	// Function marks a function word, such as "the" or "with". In a small graph few episodes contain it, and
	// its rarity would make it seem important.
	Function bool
}

const (
	shortestPrefix = 3 // characters
	// mostPrefixes bounds the cost of a query, because a store reads every word with a prefix. Further
	// prefixes are read as words.
	mostPrefixes = 4
)

// Parse parses a query into words, "phrases in quotes" and prefixes such as deploy*. Nothing else is special;
// a quote without its pair separates words. Each clause occurs once, in the order of first appearance. A word
// has its stems in each of the languages. Phrases whose Text is in loose are read as words.
func (l Languages) Parse(query string, loose ...string) []Clause {
	p := parsing{spoken: stemmersOf(l), english: slices.Contains(l.Or(English).Names(), string(English))}
	for {
		before, inside, after, quoted := cutQuoted(query)
		p.words(before)
		if !quoted {
			return p.clauses
		}
		phrase := Clause{
			Kind: Phrase, Tokens: Tokens(inside), Text: `"` + strings.Join(strings.Fields(inside), " ") + `"`,
			Path: len(strings.Fields(inside)) == 1 && len(pathsIn(inside)) == 1,
		}
		switch {
		case slices.Contains(loose, phrase.Text):
			p.words(inside)
		case len(phrase.Tokens) > 0:
			p.add(phrase)
		}
		query = after
	}
}

// cutQuoted splits a query around its first quoted text.
func cutQuoted(query string) (before, inside, after string, quoted bool) {
	before, rest, opened := strings.Cut(query, `"`)
	inside, after, closed := strings.Cut(rest, `"`)
	if opened && closed {
		return before, inside, after, true
	}
	return query, "", "", false
}

// parsing is the state of a parse.
type parsing struct {
	spoken   stemmerSets
	english  bool // English function words are marked
	clauses  []Clause
	places   map[string]int // indexes of the clauses, by kind and tokens
	prefixes int
	paths    int
}

func (p *parsing) words(text string) {
	for _, path := range pathsIn(text) {
		if tokens := Tokens(path); len(tokens) > 1 && p.paths < mostPaths {
			p.add(Clause{Kind: Phrase, Tokens: tokens, Text: path, Extra: true, Path: true})
			p.paths++
		}
	}
	for _, w := range words(text) {
		p.word(w)
	}
	for whole := range hyphenated(text) {
		p.add(p.term(whole, true))
	}
}

func (p *parsing) word(w word) {
	whole, parts := w.split()
	if w.prefix && len(whole) == 1 && utf8.RuneCountInString(whole[0]) >= shortestPrefix {
		prefix := Clause{Kind: Prefix, Tokens: whole, Text: whole[0] + "*"}
		if _, again := p.places[prefix.key()]; again || p.prefixes < mostPrefixes {
			p.add(prefix)
			return
		}
	}
	if len(whole) == 1 && isKey(whole[0]) && p.prefixes < mostPrefixes {
		p.add(Clause{Kind: Key, Tokens: whole, Text: whole[0]})
		return
	}
	for _, token := range whole {
		p.add(p.term(token, false))
	}
	for _, part := range parts {
		p.add(p.term(part, true))
	}
}

func (p *parsing) term(token string, extra bool) Clause {
	c := Clause{Tokens: p.spoken.terms(nil, token), Text: token, Extra: extra, Function: p.english && !extra && functionWords[token]}
	if short := folded(token); short != "" {
		for _, stem := range p.spoken.terms(nil, short) {
			if !slices.Contains(c.Tokens, stem) {
				c.Tokens = append(c.Tokens, stem)
				c.Folded++
			}
		}
	}
	return c
}

// key identifies a clause.
func (c Clause) key() string { return strconv.Itoa(int(c.Kind)) + " " + strings.Join(c.Tokens, " ") }

// add counts a repeated clause, or appends a new one.
func (p *parsing) add(c Clause) {
	key := c.key()
	if at, is := p.places[key]; is {
		was := &p.clauses[at]
		was.Count++
		if was.Extra && !c.Extra { // a path in quotes is a phrase, by whose Text it may be loose
			was.Extra, was.Text = false, c.Text
		}
		was.Path = was.Path || c.Path
		return
	}
	if p.places == nil {
		p.places = map[string]int{}
	}
	if c.Kind == Prefix || c.Kind == Key {
		p.prefixes++
	}
	p.places[key] = len(p.clauses)
	c.Count = 1
	p.clauses = append(p.clauses, c)
}
