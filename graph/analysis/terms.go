package analysis

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Terms are what a search compares without regard to inflection: each token's stems in some languages
// (https://snowballstem.org/algorithms/); the parts of a camelCase word beside the whole; of Chinese, Japanese
// and Korean each character, and each pair of neighbours. A token that is written in the letters of none of the
// languages stands for itself.
func (l Languages) Terms(text string) []string {
	terms := make([]string, 0, len(text)/bytesOfToken)
	spoken := speakersOf(l)
	eachToken(text, func(token string) { terms = spoken.terms(terms, token) })
	return terms
}

// eachToken gives the tokens of a text that have stems: of each word first those that stand for all of it, then
// its parts.
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
}

// eachPlainToken gives the tokens of a word of ASCII.
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

// word is a run of characters between separators, in the case that it was written in.
type word struct {
	text   string
	prefix bool // a * follows it
}

// words cuts a text where Tokens cuts it, and keeps the case.
func words(text string) []word {
	var list []word
	text = norm.NFKC.String(text)
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
			// It is part of what stands before it.
		default:
			if begin < 0 {
				begin = i
			}
		}
	}
	end(len(text))
	return list
}

// starAt tells whether a text begins with a * that ends a word.
func starAt(rest string) bool {
	rest, is := strings.CutPrefix(rest, "*")
	for _, r := range rest {
		return is && r != '*' && classify(unicode.ToLower(r)) == separates
	}
	return is
}

// split gives the tokens of a word, and the smaller or larger pieces that it may also be found by.
func (w word) split() (whole, parts []string) {
	whole = Tokens(w.text)
	for i := 1; i < len(whole); i++ { // several tokens of one word are characters of CJK, or touch one
		if isAlone(whole[i-1]) && isAlone(whole[i]) {
			parts = append(parts, whole[i-1]+whole[i])
		}
	}
	for part := range camelParts(w.text) {
		parts = append(parts, Tokens(part)...)
	}
	return whole, parts
}

func isAlone(token string) bool {
	for i, r := range token {
		return classify(r) == alone && i+len(string(r)) == len(token)
	}
	return false
}

// camelParts cuts fooBar into foo and Bar, and HTTPServer into HTTP and Server. None: it is one word.
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

// endsPart tells whether a part ends between a character and an upper-case letter with a rest behind it.
func endsPart(before rune, rest string) bool {
	if unicode.IsUpper(before) {
		next, _ := utf8.DecodeRuneInString(rest)
		return unicode.IsLower(next)
	}
	return unicode.IsLower(before) || unicode.IsDigit(before)
}
