package analysis

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxToken is the number of runes at which a longer run of letters is cut. Lucene's whitespace tokenizer cuts
// at 255 UTF-16 units. Cutting earlier keeps the matches of both stores equal.
const maxToken = 100

// cjk are the scripts without spaces between words, which are searched by single characters.
var cjk = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, cjkCommon,
}

// cjkCommon are letters of those scripts that Unicode assigns to no single script: the closing mark 〆, repeat
// marks 〱–〵, the masu mark 〼 and the long vowel mark ー.
var cjkCommon = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x3006, Hi: 0x3006, Stride: 1},
	{Lo: 0x3031, Hi: 0x3035, Stride: 1},
	{Lo: 0x303c, Hi: 0x303c, Stride: 1},
	{Lo: 0x30fc, Hi: 0x30fc, Stride: 1},
}}

// spaceless are further scripts without spaces between words. A letter and the marks on it are a token there.
var spaceless = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// class is the role of a character in a text.
type class int

const (
	separates class = iota
	joins           // is part of a word
	marks           // is part of a word that has begun
	alone           // is a token by itself
	carries         // is a token together with the marks that follow
)

func classify(r rune) class {
	switch {
	case r < unicode.MaxASCII: // most characters, and faster than Unicode's tables
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return joins
		}
		return separates
	case !unicode.In(r, unicode.L, unicode.N):
		if unicode.Is(unicode.M, r) {
			return marks
		}
		return separates
	case unicode.In(r, cjk...):
		return alone
	case unicode.In(r, spaceless...):
		return carries
	}
	return joins
}

// Tokens splits text into search tokens. It applies NFKC and lower case. Tokens are runs of letters, digits
// and the marks on them, and single characters of Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese. Format
// characters are left out. All other characters separate, so that none is special in a query.
func Tokens(text string) []string {
	tokens := make([]string, 0, len(text)/bytesOfToken)
	for stretch, plain := range stretches(text) {
		if !plain {
			tokens = appendTokens(tokens, stretch)
			continue
		}
		for _, lower := range plainWords(stretch) {
			tokens = slices.AppendSeq(tokens, cutLong(lower))
		}
	}
	return tokens
}

// compatible returns a text in NFKC, without format characters such as a soft hyphen or a zero-width space, which nobody
// sees and no query has.
func compatible(text string) string {
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text))
}

// bytesOfToken is the usual length of a word, including the space after it.
const bytesOfToken = 5

// appendTokens appends the tokens of any text.
func appendTokens(tokens []string, text string) []string {
	var word []rune
	single := false // the word is one letter and its marks
	flush := func() {
		if len(word) > 0 {
			tokens = append(tokens, string(word))
			word = word[:0]
		}
		single = false
	}
	for _, r := range norm.NFKC.String(strings.ToLower(compatible(text))) {
		switch of := classify(r); of {
		case alone:
			flush()
			tokens = append(tokens, string(r))
			continue
		case carries:
			flush()
			single = true
		case joins:
			if single {
				flush()
			}
		case marks:
			if len(word) == 0 {
				continue
			}
		default:
			flush()
			continue
		}
		word = append(word, r)
		if len(word) == maxToken {
			flush()
		}
	}
	flush()
	return tokens
}

// KeyToken is the token that stands for a key in an index, such as the hash of a commit. No word of a text equals it,
// because it begins with a sign.
func KeyToken(key string) string { return "." + key }

// Keys are hexadecimal numbers of at least shortestKey digits, the length of git's abbreviated hashes, and at most longestKey,
// that of SHA-256.
const shortestKey, longestKey = 7, 64

// isKey reports whether a token can be a key or its beginning.
func isKey(token string) bool {
	return len(token) >= shortestKey && len(token) <= longestKey && strings.Trim(token, "0123456789abcdef") == ""
}

// KeyOf returns a text in the form of a key, or "" if it is none.
func KeyOf(text string) string {
	key := strings.ToLower(strings.TrimSpace(text))
	if !isKey(key) {
		return ""
	}
	return key
}

// Scoped joins tokens with spaces, each with its workspace's scope before it, as in an index.
func Scoped(scope string, tokens []string) string {
	length := len(tokens) * (len(scope) + 1)
	for _, token := range tokens {
		length += len(token)
	}
	var text strings.Builder
	text.Grow(length)
	for i, token := range tokens {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(scope)
		text.WriteString(token)
	}
	return text.String()
}
