package graph

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

// excerptSize is the most characters of an excerpt, about a line of a list.
const excerptSize = 160

// excerpt returns the sentence of an episode that says most about a query: by its words or, if no sentence has any, the
// first one of what was learned. A sentence that the name already shows is left out. "" means that there is no other.
func (f *textFound) excerpt(e Episode) string {
	best, first, most := "", "", 0.0
	for _, text := range []string{e.Reflection, e.Query} {
		for _, sentence := range sentences(text) {
			if strings.HasPrefix(e.Name, strings.TrimSuffix(sentence, "…")) {
				continue
			}
			if first == "" {
				first = sentence
			}
			if score := f.scoreText(sentence); score > most {
				best, most = sentence, score
			}
		}
	}
	if best == "" {
		return first
	}
	return best
}

// scoreText scores a text by the clauses, as if it were an episode of its own.
func (f *textFound) scoreText(text string) float64 {
	doc := analysis.Analyze([]analysis.Languages{f.languages}, analysis.Field{Text: text, Weight: 1})
	candidate := ranking.Candidate{Vector: doc.Vector, Length: doc.Length}
	var tokens []string
	for i, clause := range f.clauses {
		if clause.Kind == analysis.Term {
			continue
		}
		if tokens == nil {
			tokens = analysis.Tokens(text)
		}
		if hasClause(tokens, clause) {
			candidate.Held = append(candidate.Held, i)
		}
	}
	score, _, _ := f.words.Score(candidate)
	return score
}

// hasClause reports whether a text with these tokens matches a clause that is not a Term.
func hasClause(tokens []string, clause analysis.Clause) bool {
	if clause.Kind != analysis.Phrase {
		return slices.ContainsFunc(tokens, func(token string) bool { return strings.HasPrefix(token, clause.Tokens[0]) })
	}
	for i := range len(tokens) - len(clause.Tokens) + 1 {
		if slices.Equal(tokens[i:i+len(clause.Tokens)], clause.Tokens) {
			return true
		}
	}
	return false
}

// sentences splits a text into sentences without the marks of Markdown. A longer one than excerptSize becomes several.
func sentences(text string) []string {
	var list []string
	begin := 0
	add := func(end int) {
		list = appendPieces(list, plainSentence(text[begin:end]))
		begin = end
	}
	before := ' '
	for i, r := range text {
		switch {
		case before == '\n' || strings.ContainsRune("。！？", before):
			add(i)
		case unicode.IsSpace(r) && strings.ContainsRune(".!?", before):
			add(i)
		}
		before = r
	}
	add(len(text))
	return list
}

var withoutMarks = strings.NewReplacer("**", "", "`", "")

func plainSentence(text string) string {
	return strings.Join(strings.Fields(strings.TrimLeft(withoutMarks.Replace(text), "#>*-+| \t")), " ")
}

// appendPieces appends a sentence in pieces of at most excerptSize characters, which end at a blank if there is one.
func appendPieces(list []string, sentence string) []string {
	mark := ""
	for utf8.RuneCountInString(mark+sentence) > excerptSize {
		piece := cutAtWord(sentence, excerptSize-2) // for two marks
		list = append(list, mark+piece)
		sentence, mark = strings.TrimLeft(sentence[len(piece)-len("…"):], " .,;:"), "…"
	}
	if strings.IndexFunc(sentence, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) < 0 {
		return list
	}
	return append(list, mark+sentence)
}
