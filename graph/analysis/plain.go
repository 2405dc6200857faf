package analysis

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// Most texts are mostly ASCII. Their words are cut without Unicode's tables, and are substrings of the text
// that need no memory of their own.

// stretches cuts a text at spaces into stretches of ASCII only and others. Unicode never composes across a
// space, so each stretch has the same words as within the whole text.
func stretches(text string) iter.Seq2[string, bool] {
	return func(yield func(stretch string, plain bool) bool) {
		for text != "" {
			end := len(text)
			other := firstOther(text)
			if other < end {
				end = strings.LastIndexByte(text[:other], ' ') + 1
			}
			plain := end > 0
			if !plain {
				end = other + strings.IndexByte(text[other:], ' ')
				if end < other {
					end = len(text)
				}
			}
			if !yield(text[:end], plain) {
				return
			}
			text = text[end:]
		}
	}
}

// firstOther returns the index of the first byte that is not ASCII, or the length.
func firstOther(text string) int {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return i
		}
	}
	return len(text)
}

// plainWords returns the words of an ASCII stretch, as written and in lower case.
func plainWords(stretch string) iter.Seq2[string, string] {
	return func(yield func(written, lower string) bool) {
		small := strings.ToLower(stretch)
		begin := -1
		for i := range len(small) {
			switch inWord := plainClass[small[i]]; {
			case inWord && begin < 0:
				begin = i
			case !inWord && begin >= 0:
				if !yield(stretch[begin:i], small[begin:i]) {
					return
				}
				begin = -1
			}
		}
		if begin >= 0 {
			yield(stretch[begin:], small[begin:])
		}
	}
}

// plainClass marks the lower-case ASCII characters that words consist of.
var plainClass = func() (joining [utf8.RuneSelf]bool) {
	for c := range joining {
		joining[c] = classify(rune(c)) == joins
	}
	return joining
}()

// cutLong cuts an ASCII word into pieces of at most the length of a token.
func cutLong(word string) iter.Seq[string] {
	return func(yield func(token string) bool) {
		for len(word) > maxToken {
			if !yield(word[:maxToken]) {
				return
			}
			word = word[maxToken:]
		}
		if word != "" {
			yield(word)
		}
	}
}
