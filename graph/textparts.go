package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxParts is the highest number of parts of a text that get a vector.
const MaxParts = 8

// These sizes are in quarters of a token, as estimated by tokenQuarters. The builtin model reads 512 tokens, two of
// which are its own. A cut may lie up to cutSlack before its place, which makes the next part longer.
const (
	longestPart = 4 * 500
	cutSlack    = 4 * 50
	partSize    = longestPart - cutSlack
)

// EmbeddedParts returns the texts to embed for an episode, in their order. A text that the builtin model can read at
// once is one part, which equals EmbeddedText. A longer one is cut at the ends of lines or words into the fewest parts
// that it can read, at most MaxParts. Of a text that is too long for these, they lie at equal distances, the first at
// the beginning and the last at the end.
//
// Only the first part has the name. If all had it, their vectors would differ less than what they say.
func EmbeddedParts(e Episode) []string {
	text := EmbeddedText(e)
	size := 0
	for _, r := range text {
		size += tokenQuarters(r)
	}
	if size <= longestPart {
		return []string{text}
	}
	number := min(MaxParts, (size+partSize-1)/partSize)
	gap := max(0, size-number*partSize) / (number - 1)
	parts := make([]string, number)
	for i := range parts {
		from, to := i*(size+gap)/number, (i+1)*(size+gap)/number-gap
		parts[i] = strings.TrimSpace(text[cutBefore(text, from):cutBefore(text, to)])
	}
	return parts
}

// tokenQuarters estimates what a character adds to the tokens of a text. A model knows English words as a whole or in
// pieces of several letters. A character of punctuation or of another script is often a token.
func tokenQuarters(r rune) int {
	switch {
	case r >= utf8.RuneSelf:
		return 4
	case unicode.IsLetter(r) || unicode.IsSpace(r):
		return 1
	case unicode.IsDigit(r):
		return 2
	default:
		return 4
	}
}

// cutBefore returns the offset of the last line that begins within cutSlack before a size is reached, or else of the
// last word, or else of the character that exceeds it.
func cutBefore(text string, size int) int {
	line, word, before, last := -1, -1, 0, '\n'
	for at, r := range text {
		near := before >= size-cutSlack
		if near && last == '\n' {
			line = at
		}
		if near && unicode.IsSpace(last) && !unicode.IsSpace(r) {
			word = at
		}
		if before+tokenQuarters(r) <= size {
			before, last = before+tokenQuarters(r), r
			continue
		}
		switch {
		case line >= 0:
			return line
		case word >= 0:
			return word
		}
		return at
	}
	return len(text)
}
