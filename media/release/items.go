package release

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the kind of an item.
type kind uint8

const (
	wordItem kind = iota
	numberItem
	blotItem // something that holds no episode number
)

// item is a part of a name: a word, a number, or a stretch that is blotted out. What stands between two items
// is a gap: spaces, punctuation and brackets.
type item struct {
	kind     kind
	from, to int     // offsets in the text
	value    int     // of a number, or of a number word, else 0
	meaning  meaning // of a word
	cardinal bool    // the word is a number, but no ordinal
	suffix   bool    // the word makes the number before it an ordinal
}

// word returns the text of an item.
func (i item) word(text string) string { return text[i.from:i.to] }

// digits returns how many digits a number has.
func (i item) digits() int { return i.to - i.from }

// scan splits a text into items.
func scan(text string) []item {
	s := scanner{text: text, words: known()}
	for s.at < len(text) {
		r, size := utf8.DecodeRuneInString(text[s.at:])
		switch {
		case r == blot:
			s.run(func(r rune) bool { return r == blot }, func(from, to int) { s.put(item{kind: blotItem, from: from, to: to}) })
		case '0' <= r && r <= '9':
			s.run(func(r rune) bool { return '0' <= r && r <= '9' }, func(from, to int) {
				s.put(item{kind: numberItem, from: from, to: to, value: number(text[from:to])})
			})
		case letter(r) && r != '\'': // as behind the title Gintama'
			s.run(letter, s.word)
		default:
			s.at += size
		}
	}
	return s.items
}

func letter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || r == '\'' // as in п'ятий
}

type scanner struct {
	text  string
	at    int
	items []item
	words *vocabulary
}

func (s *scanner) put(i item) { s.items = append(s.items, i) }

// run finds the end of a run of runes that belong together.
func (s *scanner) run(belongs func(rune) bool, found func(from, to int)) {
	from := s.at
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if !belongs(r) {
			break
		}
		s.at += size
	}
	found(from, s.at)
}

// word adds the items of a run of letters. In most scripts that is one word. A season's letter may touch the word
// before it, as in "NameS01E06". In scripts without spaces the words of the vocabulary are found inside.
func (s *scanner) word(from, to int) {
	if first, _ := utf8.DecodeRuneInString(s.text[from:to]); unspaced(first) {
		s.unspaced(from, to)
		return
	}
	if i := strings.IndexFunc(s.text[from:to], unspaced); i > 0 {
		s.one(from, from+i)
		s.unspaced(from+i, to)
		return
	}
	if at := s.touching(from, to); at > from {
		s.one(from, at)
		from = at
	}
	s.one(from, to)
}

// one adds one word.
func (s *scanner) one(from, to int) {
	k := key(s.text[from:to])
	s.put(item{from: from, to: to, value: s.words.counts[k], meaning: s.words.words[k], cardinal: s.words.cardinal[k], suffix: s.words.suffixes[k]})
}

// touching returns where a season word begins that touches the word before it, or from.
func (s *scanner) touching(from, to int) int {
	text, behind := s.text[from:to], s.text[to:]
	if behind == "" || behind[0] < '0' || behind[0] > '9' || s.words.words[key(text)].class != plainWord {
		return from
	}
	if last := text[len(text)-1]; len(text) > 1 && (last == 'S' || last == 's') && pairAhead(behind) {
		return to - 1
	}
	for i := len(text) - 1; i > 0 && len(text)-i <= 12; i-- { // ShowSeason1
		if text[i] < 'A' || text[i] > 'Z' || text[i-1] < 'a' || text[i-1] > 'z' {
			continue
		}
		if c := s.words.words[key(text[i:])].class; c == seasonWord || c == episodeWord {
			return from + i
		}
	}
	return from
}

// pairAhead reports whether a text begins with digits, an E and a digit: 01E02.
func pairAhead(text string) bool {
	at := 0
	for at < len(text) && at < 4 && text[at] >= '0' && text[at] <= '9' {
		at++
	}
	return at > 0 && at+1 < len(text) && text[at]|0x20 == 'e' && text[at+1] >= '0' && text[at+1] <= '9'
}

// unspaced adds the items of a run without spaces: the words of the vocabulary, the numerals behind 第, and what is
// between them.
func (s *scanner) unspaced(from, to int) {
	plain := from // where the word before begins
	flush := func(at int) {
		if plain < at {
			s.one(plain, at)
		}
	}
	for at := from; at < to; {
		if value, size := s.numeral(at, to); size > 0 {
			flush(at)
			s.put(item{kind: numberItem, from: at, to: at + size, value: value})
			at += size
			plain = at
			continue
		}
		size := s.longest(at, to)
		if size == 0 {
			_, size = utf8.DecodeRuneInString(s.text[at:to])
			at += size
			continue
		}
		flush(at)
		s.one(at, at+size)
		at += size
		plain = at
	}
	flush(to)
}

// longest returns the size of the longest word of the vocabulary at an offset, or 0.
func (s *scanner) longest(at, to int) int {
	first, _ := utf8.DecodeRuneInString(s.text[at:to])
	list := s.words.unspaced[first]
	if list == nil {
		list = s.words.unspaced[keyRune(first)]
	}
	for _, want := range list {
		if size := prefixed(s.text[at:to], want); size > 0 {
			return size
		}
	}
	return 0
}

func keyRune(r rune) rune {
	if unicode.Is(unicode.Han, r) {
		return r
	}
	k, _ := utf8.DecodeRuneInString(key(string(r)))
	return k
}

// prefixed returns how many bytes of a text have the wanted key, or 0 if the text does not begin with it.
func prefixed(text, want string) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if want == "" && !unicode.IsMark(r) {
			return at
		}
		k := key(string(r))
		if !strings.HasPrefix(want, k) {
			return 0
		}
		want, at = want[len(k):], at+size
	}
	if want != "" {
		return 0
	}
	return at
}

// numeral reads a Chinese number behind 第, or before a word that counts episodes or seasons.
func (s *scanner) numeral(at, to int) (value, size int) {
	for at+size < to {
		r, n := utf8.DecodeRuneInString(s.text[at+size : to])
		if !chineseNumeral(r) || size > 12 {
			break
		}
		size += n
	}
	if size == 0 || len(s.items) == 0 {
		return 0, 0
	}
	last := s.items[len(s.items)-1]
	joins := last.kind == numberItem || last.meaning.class == toWord || last.meaning.class == andWord // 第一至三集
	if last.meaning.class != nthWord && !joins || last.kind == blotItem {
		return 0, 0
	}
	return chinese(s.text[at : at+size]), size
}
