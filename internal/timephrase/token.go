package timephrase

import (
	"unicode"
	"unicode/utf8"
)

// kind is what a token is made of.
type kind uint8

const (
	mark    kind = iota // one character that is no letter or digit
	word                // letters and digits
	figures             // digits only, or an ordinal such as "20th"
	han                 // a Chinese word that the lexicon knows, or one character
	date                // a date in digits: y, m and d, of which y or d can be 0
)

// token is a piece of the question.
type token struct {
	start, end int
	kind       kind
	entry      entry
	r          rune // of a mark
	n          int  // of figures
	y, m, d    int16
	ordinal    bool // "20th", "20."
	weak       bool // a date that only counts after a German preposition
	capital    bool // begins with a capital letter
	first      bool // begins a sentence
	possessive bool // ends with 's
	numeric    bool // begins with a digit, and is no number
}

// scanner splits a question into tokens.
type scanner struct {
	text   string
	words  *lexicon
	tokens []token
	quotes []int // the bounds of quoted texts, in pairs
}

// scan splits a question. Words in names such as day-to-day, paths, versions and quoted texts get no class.
func scan(text string) []token {
	s := scanner{text: text, words: words(), tokens: make([]token, 0, 16+len(text)/5), quotes: quoted(text)}
	first := true
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		var t token
		switch {
		case isHan(r):
			t = s.chinese(at, r, size)
		case isAlnum(r):
			t = s.alphanumeric(at)
		case unicode.IsSpace(r):
			at += size
			continue
		default:
			t = token{start: at, end: at + size, r: r}
		}
		t.first = first
		first = t.kind == mark && (first || r == '.' || r == '?' || r == '!' || r == ':' || r == '。' || r == '？')
		if t.kind != mark && s.inQuotes(at) {
			t.entry, t.kind = entry{flags: t.entry.flags & fnAny}, word
		}
		s.tokens = append(s.tokens, t)
		at = t.end
	}
	return s.tokens
}

// chinese reads the longest known word, else one character.
func (s *scanner) chinese(at int, r rune, size int) token {
	t := token{start: at, end: at + size, kind: han}
	longest, ok := s.words.longest[simplified(r)]
	if !ok {
		return t
	}
	var buffer [16]byte
	n := 0
	for i := at; i < len(s.text) && n < longest; {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if !isHan(r) {
			break
		}
		n += utf8.EncodeRune(buffer[n:], simplified(r))
		i += size
		if e, ok := s.words.words[string(buffer[:n])]; ok {
			t.end, t.entry = i, e
		}
	}
	if t.entry.class != plain && s.inPath(t) {
		t.entry = entry{}
	}
	return t
}

// inPath reports whether a Chinese word is part of a path or a file name. Hyphens do not join it.
func (s *scanner) inPath(t token) bool {
	switch s.at(t.start - 1) {
	case '_', '/', '\\', '@', '#', '.':
		return true
	}
	switch s.at(t.end) {
	case '_', '/', '\\', '@':
		return true
	case '.':
		return s.gluedAfter(t.end)
	case '(':
		return s.at(t.end+1) == ')'
	default:
		return false
	}
}

// alphanumeric reads a date, a number or a word.
func (s *scanner) alphanumeric(at int) token {
	end, digits, letters := s.run(at)
	glued := s.gluedBefore(at)
	if digits > 0 && !glued {
		if t, ok := s.date(at); ok {
			return t
		}
	}
	t := token{start: at, end: end, kind: word}
	first, _ := utf8.DecodeRuneInString(s.text[at:])
	t.capital = unicode.IsUpper(first)
	t.numeric = digits > 0
	switch {
	case glued || s.gluedAfter(end):
		if letters > 0 && !glued && s.text[end] == '-' && s.lookUp(at, end).class == edgeName {
			t.entry = s.lookUp(at, end) // mid-March
		}
	case letters == 0:
		return s.number(t, digits)
	case digits > 0 && s.text[at] <= '9':
		s.ordinal(&t, digits)
	default:
		t.entry = s.lookUp(at, end)
		s.possessive(&t)
	}
	return t
}

// run returns the end of a run of letters and digits, the number of digits that it begins with, and that of letters.
func (s *scanner) run(at int) (end, digits, letters int) {
	end = at
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if !isAlnum(r) {
			break
		}
		switch {
		case r < '0' || r > '9':
			letters++
		case letters == 0:
			digits++
		}
		end += size
	}
	return end, digits, letters
}

// number reads digits, with the dot of a German ordinal.
func (s *scanner) number(t token, digits int) token {
	if digits > 4 {
		return t
	}
	t.kind, t.numeric = figures, false
	for _, c := range []byte(s.text[t.start:t.end]) {
		t.n = 10*t.n + int(c-'0')
	}
	if digits <= 2 && s.at(t.end) == '.' && t.end+1 < len(s.text) {
		t.ordinal = true
		t.end++
	}
	return t
}

// ordinal reads numbers such as 20th.
func (s *scanner) ordinal(t *token, digits int) {
	if t.end-t.start != digits+2 || digits > 2 {
		return
	}
	switch s.text[t.end-2 : t.end] {
	case "st", "nd", "rd", "th":
		t.kind, t.ordinal, t.numeric = figures, true, false
		for _, c := range []byte(s.text[t.start : t.start+digits]) {
			t.n = 10*t.n + int(c-'0')
		}
	}
}

// possessive adds 's to a word.
func (s *scanner) possessive(t *token) {
	rest := s.text[t.end:]
	for _, suffix := range []string{"'s", "’s"} {
		if len(rest) >= len(suffix) && rest[:len(suffix)] == suffix {
			r, _ := utf8.DecodeRuneInString(rest[len(suffix):])
			if !isAlnum(r) {
				t.end += len(suffix)
				t.possessive = true
			}
		}
	}
}

// lookUp returns the entry of a word.
func (s *scanner) lookUp(at, end int) entry {
	var buffer [24]byte
	n := 0
	for _, r := range s.text[at:end] {
		if n+utf8.UTFMax > len(buffer) {
			return entry{}
		}
		n += utf8.EncodeRune(buffer[n:], unicode.ToLower(r))
	}
	if e, ok := s.words.words[string(buffer[:n])]; ok {
		return e
	}
	if n > 9 {
		e, _ := s.words.dayWithPart(buffer[:n])
		return e
	}
	return entry{}
}

// at returns a byte of the text, 0 behind its end.
func (s *scanner) at(i int) byte {
	if i < 0 || i >= len(s.text) {
		return 0
	}
	return s.text[i]
}

// gluedBefore reports whether the character before a word makes it part of a name, a path or a version.
func (s *scanner) gluedBefore(at int) bool {
	switch c := s.at(at - 1); c {
	case '_', '/', '\\', '@', '#', '=', '+', '~', '$', '&', '%', '^', '<', '|':
		return true
	case '.':
		return true
	case '-', ':':
		r, _ := utf8.DecodeLastRuneInString(s.text[:at-1])
		return (isAlnum(r) || isHan(r) || r == '-') && (c != '-' || !s.afterMid(at-1))
	default:
		return false
	}
}

// afterMid reports whether the word before a hyphen is "mid".
func (s *scanner) afterMid(hyphen int) bool {
	return hyphen >= 3 && (s.text[hyphen-3:hyphen] == "mid" || s.text[hyphen-3:hyphen] == "Mid") &&
		(hyphen == 3 || s.text[hyphen-4] == ' ')
}

// gluedAfter reports whether the character after a word makes it part of a name, a path or a version.
func (s *scanner) gluedAfter(end int) bool {
	switch s.at(end) {
	case '_', '/', '\\', '@', '=', '+', '~', '$', '&', '%', '^', '<', '>', '|', '(', '[', '#':
		return true
	case '-', '.', ':':
		for s.at(end+1) == '.' {
			end++
		}
		r, _ := utf8.DecodeRuneInString(s.text[end+1:])
		return isAlnum(r) || isHan(r) || r == '-' || r == '_' || r == '/' || r == '*'
	default:
		return false
	}
}

// inQuotes reports whether a position is within a quoted text. Positions must ascend.
func (s *scanner) inQuotes(at int) bool {
	for len(s.quotes) > 0 && s.quotes[1] <= at {
		s.quotes = s.quotes[2:]
	}
	return len(s.quotes) > 0 && s.quotes[0] < at
}

// quoted returns the bounds of quoted texts. Quotes around the whole question do not count.
func quoted(text string) []int {
	var bounds []int
	var closers string
	open, lead := 0, 0
	for i, r := range text {
		switch {
		case closers != "":
			for _, c := range closers {
				if r == c {
					bounds = append(bounds, open, i)
					closers = ""
					break
				}
			}
		default:
			if closers = closing(r); closers != "" {
				open = i
			}
		}
		if lead == i && unicode.IsSpace(r) {
			lead = i + utf8.RuneLen(r)
		}
	}
	if len(bounds) == 2 && bounds[0] == lead && wordless(text[bounds[1]:]) {
		return nil
	}
	return bounds
}

// closing returns the characters that close a quotation, or nothing if r opens none.
func closing(r rune) string {
	switch r {
	case '"', '`':
		return string(r)
	case '“':
		return "”"
	case '„':
		return "“”"
	case '«':
		return "»"
	case '»':
		return "«"
	case '「':
		return "」"
	case '『':
		return "』"
	case '《':
		return "》"
	default:
		return ""
	}
}

// wordless reports whether a text has no letter or digit.
func wordless(text string) bool {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// isAlnum reports whether a character belongs to a word or a number.
func isAlnum(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return r != utf8.RuneError && !isHan(r) && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// isHan reports whether a character is a Chinese one.
func isHan(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r == '〇'
}

// simplified returns the simplified form of the traditional characters that phrases of time contain.
func simplified(r rune) rune {
	switch r {
	case '週':
		return '周'
	case '個':
		return '个'
	case '這':
		return '这'
	case '兩':
		return '两'
	case '禮':
		return '礼'
	case '從':
		return '从'
	case '後':
		return '后'
	case '來':
		return '来'
	case '間':
		return '间'
	case '幾':
		return '几'
	case '過':
		return '过'
	case '號':
		return '号'
	case '鐘':
		return '钟'
	case '時':
		return '时'
	case '發':
		return '发'
	case '麼':
		return '么'
	case '們':
		return '们'
	case '開':
		return '开'
	default:
		return r
	}
}
