// Package clip shortens texts, never within a character.
package clip

import "unicode/utf8"

// Runes keeps at most n characters.
func Runes(text string, n int) string {
	for i := range text {
		if n <= 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// Marked keeps at most n characters, and puts … in the place of the others.
func Marked(text string, n int) string {
	short := Runes(text, n)
	if len(short) < len(text) {
		short += "…"
	}
	return short
}

// Bytes keeps at most n bytes, and no part of a character.
func Bytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
