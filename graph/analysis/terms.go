package analysis

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// eachToken calls do with each token of a text that is to be stemmed: for each word first the tokens of the
// whole, then those of its parts; at the end those of words with hyphens.
func eachToken(text string, do func(token string)) {
	for stretch, plain := range stretches(text) {
		if plain {
			for written, lower := range plainWords(stretch) {
				eachPlainToken(written, lower, do)
			}
			continue
		}
		for _, w := range words(stretch) {
			w.eachToken(do)
		}
	}
	for whole := range hyphenated(text) {
		do(whole)
	}
}

// eachPlainToken calls do with the tokens of an ASCII word.
func eachPlainToken(written, lower string, do func(token string)) {
	for token := range cutLong(lower) {
		do(token)
	}
	begin := 0
	for part := range camelParts(written) {
		for token := range cutLong(lower[begin : begin+len(part)]) {
			do(token)
		}
		begin += len(part)
	}
}

func (w word) eachToken(do func(token string)) {
	whole, parts := w.split()
	for _, token := range whole {
		do(token)
	}
	for _, part := range parts {
		do(part)
	}
}

// word is a run of characters between separators, in its original case.
type word struct {
	text   string
	prefix bool // a * follows it
}

// words splits a text at the same places as Tokens, and keeps the case.
func words(text string) []word {
	var list []word
	text = compatible(text)
	begin := -1
	end := func(at int) {
		if begin >= 0 {
			list = append(list, word{text: text[begin:at], prefix: starAt(text[at:])})
			begin = -1
		}
	}
	for i, r := range text {
		switch classify(unicode.ToLower(r)) {
		case separates:
			end(i)
		case marks:
			// A mark belongs to the character before it.
		default:
			if begin < 0 {
				begin = i
			}
		}
	}
	end(len(text))
	return list
}

// starAt reports whether a text begins with a * that ends a word.
func starAt(rest string) bool {
	rest, is := strings.CutPrefix(rest, "*")
	for _, r := range rest {
		return is && r != '*' && classify(unicode.ToLower(r)) == separates
	}
	return is
}

// split returns the tokens of a word, and smaller or larger pieces that also find it.
func (w word) split() (whole, parts []string) {
	whole = Tokens(w.text)
	for i := 1; i < len(whole); i++ { // several tokens of one word are characters of scripts without spaces, or next to one
		if isAlone(whole[i-1]) && isAlone(whole[i]) {
			parts = append(parts, whole[i-1]+whole[i])
		}
	}
	for part := range camelParts(w.text) {
		parts = append(parts, Tokens(part)...)
	}
	return whole, parts
}

// isAlone reports whether a token is a character of a script without spaces.
func isAlone(token string) bool {
	first, _ := utf8.DecodeRuneInString(token)
	of := classify(first)
	return of == alone || of == carries
}

// camelParts splits fooBar into foo and Bar, and HTTPServer into HTTP and Server. For a single word it
// returns nothing.
func camelParts(text string) iter.Seq[string] {
	return func(yield func(part string) bool) {
		begin, before := 0, ' '
		for i, here := range text {
			if unicode.IsUpper(here) && i > 0 && endsPart(before, text[i+utf8.RuneLen(here):]) {
				if !yield(text[begin:i]) {
					return
				}
				begin = i
			}
			before = here
		}
		if begin > 0 {
			yield(text[begin:])
		}
	}
}

// endsPart reports whether a part ends between the character before and an upper-case letter, given the rest
// behind that letter.
func endsPart(before rune, rest string) bool {
	if unicode.IsUpper(before) {
		next, _ := utf8.DecodeRuneInString(rest)
		return unicode.IsLower(next)
	}
	return unicode.IsLower(before) || unicode.IsDigit(before)
}

// functionWords are English words that connect other words and say nothing about a subject: articles,
// pronouns, prepositions, conjunctions, auxiliary verbs and question words. Only queries use them, so a change needs
// no migration.
var functionWords = wordSet(`
	a an the this that these those some any each every no none both either neither such
	i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
	who whom whose which what when where why how
	am is are was were be been being do does did doing done have has had having
	can could may might must shall should will would
	and or but nor so yet if then than because while as though although unless until whether
	of in on at by for with about against between into through during before after above below to from up down out off over under
	again further once here there now just only own same too very also even still
	not all more most other few s t don doesn didn isn aren wasn weren won wouldn shouldn couldn m ve re ll d
`)

// IsFunctionWord reports whether a token is a function word.
func IsFunctionWord(token string) bool { return functionWords[token] }

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}
