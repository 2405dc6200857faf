package analysis

import (
	"cmp"
	"hash/maphash"
	"iter"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"golang.org/x/text/unicode/norm"
)

// Terms are what a search compares without regard to inflection: each token's English stem (Snowball's
// Porter2, https://snowballstem.org/algorithms/english/stemmer.html); the parts of a camelCase word beside
// the whole; of Chinese, Japanese and Korean each character, and each pair of neighbours.
func Terms(text string) []string {
	terms := make([]string, 0, len(text)/bytesOfToken)
	for stretch, plain := range stretches(text) {
		if plain {
			for written, lower := range plainWords(stretch) {
				terms = appendPlainTerms(terms, written, lower)
			}
			continue
		}
		for _, w := range words(stretch) {
			terms = w.appendTerms(terms)
		}
	}
	return terms
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

// appendPlainTerms appends the terms of a word of ASCII.
func appendPlainTerms(terms []string, written, lower string) []string {
	for token := range cutLong(lower) {
		terms = append(terms, stem(token))
	}
	begin := 0
	for part := range camelParts(written) {
		for token := range cutLong(lower[begin : begin+len(part)]) {
			terms = append(terms, stem(token))
		}
		begin += len(part)
	}
	return terms
}

// appendTerms appends the terms of a word: first those that stand for all of it, then its parts.
func (w word) appendTerms(terms []string) []string {
	whole, parts := w.split()
	for _, token := range whole {
		terms = append(terms, stem(token))
	}
	for _, part := range parts {
		terms = append(terms, stem(part))
	}
	return terms
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

// stems keeps what was worked out, because most texts use few words. A token has one place, by its hash, and
// takes it from another: so nobody waits for a lock, and it never grows.
var stems [1 << 16]atomic.Pointer[stemmed]

type stemmed struct{ token, stem string }

var stemsSeed = maphash.MakeSeed()

// longestStemmed keeps long runs of letters, which are no words, from being worked on.
const longestStemmed = 40

func stem(token string) string {
	if len(token) < 3 || len(token) > longestStemmed || !inflects(token) {
		return token
	}
	place := &stems[maphash.String(stemsSeed, token)%uint64(len(stems))]
	if known := place.Load(); known != nil && known.token == token {
		return known.stem
	}
	token = strings.Clone(token) // it would hold the whole text in memory
	env := snowballstem.NewEnv(token)
	english.Stem(env)
	short := cmp.Or(env.Current(), token)
	place.Store(&stemmed{token, short})
	return short
}

// inflects tells whether a token consists of Latin letters alone.
func inflects(token string) bool {
	for i := range len(token) {
		if c := token[i]; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
