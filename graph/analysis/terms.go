package analysis

import (
	"strings"
	"sync"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"golang.org/x/text/unicode/norm"
)

// Terms are what a search compares without regard to inflection: each token's English stem (Snowball's
// Porter2, https://snowballstem.org/algorithms/english/stemmer.html); the parts of a camelCase word beside
// the whole; of Chinese, Japanese and Korean each character, and each pair of neighbours.
func Terms(text string) []string {
	var terms []string
	for _, w := range words(text) {
		terms = w.terms(terms)
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

// terms appends the terms of a word: first those that stand for all of it, then its parts.
func (w word) terms(terms []string) []string {
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
	for _, part := range camelParts(w.text) {
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
func camelParts(text string) []string {
	var parts []string
	runes := []rune(text)
	begin := 0
	for i := 1; i < len(runes); i++ {
		before, here := runes[i-1], runes[i]
		rises := unicode.IsUpper(here) && (unicode.IsLower(before) || unicode.IsDigit(before))
		next := unicode.IsUpper(before) && unicode.IsUpper(here) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if rises || next {
			parts = append(parts, string(runes[begin:i]))
			begin = i
		}
	}
	if begin == 0 {
		return nil
	}
	return append(parts, string(runes[begin:]))
}

// Stems are kept, because most texts use few words. The store of them is emptied when it is full.
const keptStems = 1 << 16

var stems = struct {
	sync.RWMutex
	of map[string]string
}{of: map[string]string{}}

// longestStemmed keeps long runs of letters, which are no words, from being worked on.
const longestStemmed = 40

func stem(token string) string {
	if len(token) < 3 || len(token) > longestStemmed || !inflects(token) {
		return token
	}
	stems.RLock()
	short, known := stems.of[token]
	stems.RUnlock()
	if known {
		return short
	}
	env := snowballstem.NewEnv(token)
	english.Stem(env)
	short = env.Current()
	if short == "" {
		short = token
	}
	stems.Lock()
	defer stems.Unlock()
	if len(stems.of) >= keptStems {
		clear(stems.of)
	}
	stems.of[token] = short
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
