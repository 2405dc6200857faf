// Package clip shortens texts, never within a character, and limits numbers to a range.
package clip

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Runes returns at most the first n characters of a text.
func Runes(text string, n int) string {
	for i := range text {
		if n <= 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// Copy is Runes in memory of its own if the text was shortened, so that what keeps it does not keep all of the text.
func Copy(text string, n int) string {
	short := Runes(text, n)
	if len(short) == len(text) {
		return text
	}
	return strings.Clone(short)
}

// Marked is Runes with … appended if the text was shortened.
func Marked(text string, n int) string {
	short := Runes(text, n)
	if len(short) < len(text) {
		short += "…"
	}
	return short
}

// Bytes returns at most the first n bytes of a text, without splitting a character.
func Bytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Number limits a number to a range. NaN becomes 0.
func Number(x, least, most float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return max(least, min(most, x))
}
