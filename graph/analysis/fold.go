package analysis

import (
	"iter"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// pointed are scripts whose marks people leave out: accents, Hebrew points and Arabic vowel signs. In other scripts, such as
// those of India, marks are vowels, and a word without them is another.
var pointed = []*unicode.RangeTable{unicode.Inherited, unicode.Hebrew, unicode.Arabic}

// folded returns a token without accents and points, and with the usual sigma for the final one. It returns "" if that
// changes nothing.
func folded(token string) string {
	if firstOther(token) == len(token) || isAlone(token) {
		return ""
	}
	var plain strings.Builder
	for _, r := range norm.NFD.String(token) {
		switch {
		case unicode.Is(unicode.Mn, r) && unicode.In(r, pointed...):
		case r == 'ς':
			plain.WriteRune('σ')
		default:
			plain.WriteRune(r)
		}
	}
	short := norm.NFKC.String(plain.String())
	if short == token || !isToken(short) {
		return ""
	}
	return short
}

// folds is the mark of a folded form in a Vector: before a term, the number of times that the term is a folded form; alone, that
// the text has any. It is not a term.
const folds = "."

// hyphenated returns words that hyphens join, such as Wi-Fi, without their hyphens and in lower case. Their parts consist of
// letters only, so that no number, date or identifier is among them.
func hyphenated(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for field := range strings.FieldsSeq(text) {
			if !strings.ContainsAny(field, hyphens) {
				continue
			}
			for part := range strings.FieldsFuncSeq(compatible(field), func(r rune) bool { return !isHyphen(r) && endsWord(r) }) {
				if whole := withoutHyphens(part); whole != "" && !yield(whole) {
					return
				}
			}
		}
	}
}

const hyphens = "-\u2010\u2011"

func isHyphen(r rune) bool { return strings.ContainsRune(hyphens, r) }

func endsWord(r rune) bool {
	of := classify(unicode.ToLower(r))
	return of == separates
}

// withoutHyphens returns a word without its hyphens, or "" if it has none, or other characters than letters between them.
func withoutHyphens(word string) string {
	var whole []rune
	inside, letters := 0, false // hyphens inside the word, and whether a letter is before
	for _, r := range strings.TrimFunc(word, isHyphen) {
		switch {
		case isHyphen(r):
			if !letters { // two hyphens are a dash
				return ""
			}
			inside++
			letters = false
		case unicode.IsLetter(r) && classify(unicode.ToLower(r)) == joins || letters && unicode.Is(unicode.M, r):
			whole = append(whole, r)
			letters = true
		default:
			return ""
		}
	}
	if inside == 0 || len(whole) > maxToken/2 { // lower case may have more characters
		return ""
	}
	return Tokens(string(whole))[0]
}
