package wordpiece

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// words yields the words of a text in the form of the vocabulary. Each punctuation mark and each Chinese
// character is a separate word.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for chunk := range chunks(text) {
			if !split(fold(chunk), yield) {
				return
			}
		}
	}
}

// chunks yields the parts of a text between white space, without control characters.
func chunks(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var chunk []byte
		flush := func() bool {
			if len(chunk) == 0 {
				return true
			}
			whole := string(chunk)
			chunk = chunk[:0]
			return yield(whole)
		}
		for _, r := range text {
			switch {
			case isControl(r):
			case unicode.IsSpace(r):
				if !flush() {
					return
				}
			case isChinese(r):
				if !flush() || !yield(string(r)) {
					return
				}
			default:
				chunk = utf8.AppendRune(chunk, r)
			}
		}
		flush()
	}
}

// fold strips accents and converts to lower case.
func fold(chunk string) string {
	if isPlain(chunk) {
		return strings.ToLower(chunk)
	}
	var folded strings.Builder
	folded.Grow(len(chunk))
	for _, r := range norm.NFD.String(chunk) {
		if !unicode.Is(unicode.Mn, r) {
			folded.WriteRune(unicode.ToLower(r))
		}
	}
	return folded.String()
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// split yields the parts of a chunk: punctuation marks, and the text between them.
func split(chunk string, yield func(string) bool) bool {
	start := 0
	for at, r := range chunk {
		space := unicode.IsSpace(r) // a letter may decompose into one
		if !space && !isPunctuation(r) {
			continue
		}
		if start < at && !yield(chunk[start:at]) {
			return false
		}
		start = at + utf8.RuneLen(r)
		if !space && !yield(chunk[at:start]) {
			return false
		}
	}
	return start == len(chunk) || yield(chunk[start:])
}

// isControl reports whether a character is removed: control, format and private characters, except line
// breaks and tabs. Bytes that are not UTF-8 read as U+FFFD.
func isControl(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case utf8.RuneError:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return '!' <= r && r <= '/' || ':' <= r && r <= '@' || '[' <= r && r <= '`' || '{' <= r && r <= '~'
	}
	return unicode.IsPunct(r)
}

// chinese are the ranges that the reference tokenizer treats as Chinese, with its gap at U+2B820.
var chinese = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x3400, Hi: 0x4DBF, Stride: 1}, {Lo: 0x4E00, Hi: 0x9FFF, Stride: 1}, {Lo: 0xF900, Hi: 0xFAFF, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x20000, Hi: 0x2A6DF, Stride: 1},
		{Lo: 0x2A700, Hi: 0x2B73F, Stride: 1},
		{Lo: 0x2B740, Hi: 0x2B81F, Stride: 1},
		{Lo: 0x2B920, Hi: 0x2CEAF, Stride: 1},
		{Lo: 0x2F800, Hi: 0x2FA1F, Stride: 1},
	},
}

func isChinese(r rune) bool { return r >= 0x3400 && unicode.Is(chinese, r) }
