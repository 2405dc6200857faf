package analysis

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

// These are the letters of the languages. English words use a to z only: a word with another letter is a
// name, or foreign.
var (
	basic    = alphabet{latin: true}
	extended = alphabet{latin: true, beyond: []*unicode.RangeTable{unicode.Latin, unicode.M}}
	cyrillic = alphabet{beyond: []*unicode.RangeTable{unicode.Cyrillic, unicode.M}}
	arabian  = alphabet{beyond: []*unicode.RangeTable{unicode.Arabic, unicode.M}}
	tamilian = alphabet{beyond: []*unicode.RangeTable{unicode.Tamil, unicode.M}}
)

type alphabet struct {
	latin  bool // a to z
	beyond []*unicode.RangeTable
}

func (a alphabet) has(r rune) bool {
	if r < utf8.RuneSelf {
		return a.latin && 'a' <= r && r <= 'z'
	}
	return unicode.In(r, a.beyond...)
}

// stemmers are Snowball's algorithms by name. English is Porter2; the older Porter algorithm is omitted.
var stemmers = map[string]*stemmer{
	"arabic":     newStemmer(arabic.Stem, arabian),
	"danish":     newStemmer(danish.Stem, extended),
	"dutch":      newStemmer(dutch.Stem, extended),
	"english":    newStemmer(english.Stem, basic),
	"finnish":    newStemmer(finnish.Stem, extended),
	"french":     newStemmer(french.Stem, extended),
	"german":     newStemmer(german.Stem, extended),
	"hungarian":  newStemmer(hungarian.Stem, extended),
	"irish":      newStemmer(irish.Stem, extended),
	"italian":    newStemmer(italian.Stem, extended),
	"norwegian":  newStemmer(norwegian.Stem, extended),
	"portuguese": newStemmer(portuguese.Stem, extended),
	"romanian":   newStemmer(romanian.Stem, extended).spelling("ș", "ş", "ț", "ţ"), // the algorithm knows the cedilla, not the comma
	"russian":    newStemmer(russian.Stem, cyrillic).spelling("ё", "е"),            // ё is mostly written without its dots
	"spanish":    newStemmer(spanish.Stem, extended),
	"swedish":    newStemmer(swedish.Stem, extended),
	"tamil":      newStemmer(tamil.Stem, tamilian),
	"turkish":    newStemmer(turkish.Stem, extended),
}

// stemmed is a token and its stem.
type stemmed struct{ token, stem string }

// cache caches stems, because most texts use few words. The hash of a token gives its slot, where it replaces
// another token. So there is no lock, and the cache never grows.
type cache [1 << 16]atomic.Pointer[stemmed]

var cacheSeed = maphash.MakeSeed()

// A shorter word than shortestStemmed has no ending. Letter runs longer than longestStemmed are not words,
// and are not stemmed.
const (
	shortestStemmed = 3
	longestStemmed  = 40
)

// stemmer reduces the words of one language to stems, and caches them.
type stemmer struct {
	algorithm func(*snowballstem.Env) bool
	letters   alphabet
	spelled   *strings.Replacer // letters as the algorithm expects them; nil for none
	kept      func() *cache     // allocated when the language is first used
}

func newStemmer(algorithm func(*snowballstem.Env) bool, letters alphabet) *stemmer {
	return &stemmer{algorithm: algorithm, letters: letters, kept: sync.OnceValue(func() *cache { return new(cache) })}
}

// spelling sets pairs of letters: as they are written, and as the algorithm expects them.
func (s *stemmer) spelling(oldnew ...string) *stemmer {
	s.spelled = strings.NewReplacer(oldnew...)
	return s
}

// stem returns the stem of a token, and whether the token is written in the letters of the language.
func (s *stemmer) stem(token string) (string, bool) {
	if !s.inAlphabet(token) {
		return token, false
	}
	kept := s.kept()
	place := &kept[maphash.String(cacheSeed, token)%uint64(len(kept))]
	if known := place.Load(); known != nil && known.token == token {
		return known.stem, true
	}
	token = strings.Clone(token) // a substring would keep the whole text in memory
	written := token
	if s.spelled != nil {
		written = s.spelled.Replace(token)
	}
	env := snowballstem.NewEnv(written)
	s.algorithm(env)
	short := env.Current()
	if !isToken(short) {
		short = written
	}
	place.Store(&stemmed{token, short})
	return short, true
}

// inAlphabet reports whether a token consists of the language's letters and marks, and has the length of a word.
func (s *stemmer) inAlphabet(token string) bool {
	if len(token) < shortestStemmed || utf8.RuneCountInString(token) > longestStemmed {
		return false
	}
	for _, r := range token {
		if !s.letters.has(r) {
			return false
		}
	}
	return true
}

// isToken reports whether a stem could be a token by itself. An index would split others.
func isToken(stem string) bool {
	for _, r := range stem {
		if of := classify(r); of != joins && of != marks {
			return false
		}
	}
	return stem != ""
}

// stemmerSets are the stemmers of sets of languages.
type stemmerSets [][]*stemmer

// stemmersOf returns the stemmers of sets. Without sets, or for a set without names, these are English.
func stemmersOf(sets ...Languages) stemmerSets {
	if len(sets) == 0 {
		sets = []Languages{English}
	}
	list := make(stemmerSets, len(sets))
	for i, set := range sets {
		for name := range strings.FieldsSeq(string(set.Or(English))) {
			if known := stemmers[name]; known != nil {
				list[i] = append(list[i], known)
			}
		}
	}
	return list
}

// terms appends the stems of a token, each once. Each set gives one stem for each language whose letters the
// token is written in, or the token itself if there is none.
func (s stemmerSets) terms(list []string, token string) []string {
	begin := len(list)
	add := func(term string) {
		if !slices.Contains(list[begin:], term) {
			list = append(list, term)
		}
	}
	for _, set := range s {
		read := false
		for _, one := range set {
			if short, reads := one.stem(token); reads {
				add(short)
				read = true
			}
		}
		if !read {
			add(token)
		}
	}
	return list
}
