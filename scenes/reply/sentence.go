package reply

import (
	"regexp"
	"strings"
	"unicode"
)

const (
	maxSentence = 300      // runes
	maxRead     = 64 << 10 // bytes of an answer that are searched for a sentence
)

var (
	sentenceNames = []string{"chatresponse", "response", "message", "reply", "answer", "text", "content"}
	speaker       = regexp.MustCompile(`(?i)^\W{0,4}(?:assistant|ai|bot|model|response|answer|reply)\W{0,3}:[\s*_]*`)
	link          = regexp.MustCompile(`!?\[([^\[\]]*)\]\([^()\s]*\)`)
	lineMark      = regexp.MustCompile(`(?m)^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\d{1,3}[.)][ \t]+)`)
	emphasis      = regexp.MustCompile("\\*{2,3}|`+|~~")
	underlined    = regexp.MustCompile(`(^|[\s("'])[_*]{1,2}([^_*\s](?:[^_*]*[^_*\s])?)[_*]{1,2}($|[\s.,;:!?)"'])`)
	beginsCode    = regexp.MustCompile(`^\s*(?:import\b.*\bfrom\b|export\s+(?:default|const)\b|(?:const|let|var)\s+\w+\s*=|function\s+\w+\s*\()|=>|</\w`)
	paragraph     = regexp.MustCompile(`\r?\n[ \t]*\r?\n`)
)

// Sentence extracts one or two sentences for the user from an answer: its first paragraph as plain text. It removes
// quotes, Markdown, a speaker's name and surrounding JSON, and shortens to at most 300 runes, after a whole word. It
// returns "" if nothing remains.
func Sentence(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), maxRead)], "")
	if sentence, wrapped := inJSON(text); wrapped {
		text = sentence
	}
	if inner := blocks(text); len(inner) > 0 && strings.HasPrefix(strings.TrimSpace(text), "```") {
		text = inner[0].text
	}
	for _, part := range paragraph.Split(text, 20) {
		if beginsCode.MatchString(part) {
			return "" // code is not a sentence for a user
		}
		if sentence := plainText(part); readable(sentence) {
			return shortened(sentence, maxSentence)
		}
	}
	return ""
}

// inJSON returns the sentence in an answer that begins with an object, or with a fence around one.
func inJSON(text string) (sentence string, wrapped bool) {
	start := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(text), "```"), "json"))
	if !jsonLike(start) {
		return "", false
	}
	take := func(m members) bool {
		sentence = str(m.get(sentenceNames))
		return sentence != ""
	}
	keep := func(string) bool { return true }
	_ = objects(start, false, keep, take) || objects(start, true, keep, take)
	return sentence, true
}

// plainText puts a paragraph on one line and removes its markup.
func plainText(text string) string {
	text = lineMark.ReplaceAllString(text, "")
	text = link.ReplaceAllString(text, "$1")
	text = emphasis.ReplaceAllString(text, "")
	text = underlined.ReplaceAllString(text, "$1$2$3")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	text = speaker.ReplaceAllString(text, "")
	for _, marks := range []string{`""`, "''", "“”", "‘’", "«»"} {
		first, last := string([]rune(marks)[0]), string([]rune(marks)[1])
		if inner := strings.TrimSuffix(strings.TrimPrefix(text, first), last); len(inner) == len(text)-len(first)-len(last) && !strings.Contains(inner, first) {
			text = strings.TrimSpace(inner)
		}
	}
	return text
}

func readable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

// shortened cuts a text to at most n runes, after a whole word if there is one.
func shortened(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	short := string(runes[:n-1])
	if !unicode.IsSpace(runes[n-1]) {
		if at := strings.LastIndexFunc(short, unicode.IsSpace); at > len(short)/2 {
			short = short[:at]
		}
	}
	return strings.TrimRightFunc(short, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }) + "…"
}
