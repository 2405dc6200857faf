package tsx

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	minRunes = 3
	maxRunes = 80
	// maxKept limits the texts of one scene, in bytes of JSON, so that the safe scene with these texts compiles.
	maxKept = 24 << 10
)

// found is a text of a scene. plain reports that it is between tags, where a viewer reads it.
type found struct {
	text  string
	plain bool
}

// Texts returns the texts of a scene, possibly broken, in order and without duplicates: quoted strings of any kind,
// the parts of a template around ${}, and plain text between tags. Texts have 3–80 runes, unescaped and trimmed.
// Names of imported modules are left out. A string without an end ends with its line. Of more than 24 kB of texts, it
// returns the first.
func Texts(code string) []string {
	all := textsOf(code)
	texts := make([]string, len(all))
	for i, f := range all {
		texts[i] = f.text
	}
	return texts
}

func textsOf(code string) []found {
	code = Unescape(strings.ToValidUTF8(code, "\uFFFD"))
	var texts []found
	kept, seen := 0, map[string]bool{}
	take := func(text string, plain bool) {
		text = strings.TrimSpace(text)
		if n := utf8.RuneCountInString(text); n < minRunes || n > maxRunes || seen[text] {
			return
		}
		seen[text] = true
		if kept += len(quoted(text)) + 2; kept <= maxKept {
			texts = append(texts, found{text, plain})
		}
	}
	s := newScanner(code)
	s.quoted = func(text string) { take(text, false) }
	s.plain = func(text string) {
		text = strings.Join(strings.Fields(text), " ")
		if readable(text) {
			take(text, true)
		}
	}
	s.run(func() bool { return kept < maxKept })
	return texts
}

// readable distinguishes text for a viewer from code that follows an unclosed element.
func readable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 &&
		!strings.Contains(text, "=>") && !strings.HasSuffix(text, ";") && !strings.HasSuffix(text, "(")
}

// quoted encodes a text as a JSON string, which is also a string in TypeScript. It escapes "<", ">", "&" and the line
// separators.
func quoted(text string) string {
	raw, _ := json.Marshal(text) // cannot fail for a string
	return string(raw)
}

// Unescape decodes code that was escaped twice in a JSON string: it has no line break, but \n as two characters. It
// returns other code unchanged.
func Unescape(code string) string {
	trimmed := strings.TrimSpace(code)
	if strings.Contains(trimmed, "\n") || !strings.Contains(trimmed, `\n`) {
		return code
	}
	if len(trimmed) < 2 || trimmed[0] != '"' || trimmed[len(trimmed)-1] != '"' {
		trimmed = `"` + trimmed + `"`
	}
	var text string
	if json.Unmarshal([]byte(trimmed), &text) != nil || strings.Count(text, "\n") < 2 {
		return code
	}
	return text
}

var escapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", 'b': "\b", 'f': "\f", 'v': "\v", '0': "\x00", '\n': ""}

// unescaped decodes the escapes of a string or template. It drops the backslash of an invalid escape.
func unescaped(raw string) string {
	if !strings.Contains(raw, `\`) {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 == len(raw) {
			b.WriteByte(raw[i])
			continue
		}
		i++
		if plain, ok := escapes[raw[i]]; ok {
			b.WriteString(plain)
			continue
		}
		if r, n := numbered(raw[i:]); n > 0 {
			b.WriteRune(r)
			i += n - 1
			continue
		}
		b.WriteByte(raw[i])
	}
	return b.String()
}

// numbered decodes xHH, uHHHH, u{H…} or a surrogate pair uHHHH\uHHHH. n is its length, or 0 if there is none.
func numbered(raw string) (r rune, n int) {
	switch {
	case strings.HasPrefix(raw, "u{"):
		digits, _, ok := strings.Cut(raw[2:min(len(raw), 10)], "}")
		if r = hex(digits); ok && r >= 0 {
			return r, len(digits) + 3
		}
	case raw[0] == 'x' && len(raw) >= 3:
		if r = hex(raw[1:3]); r >= 0 {
			return r, 3
		}
	case raw[0] == 'u' && len(raw) >= 5:
		r = hex(raw[1:5])
		if utf16.IsSurrogate(r) && len(raw) >= 11 && raw[5:7] == `\u` {
			if pair := utf16.DecodeRune(r, hex(raw[7:11])); pair != utf8.RuneError {
				return pair, 11
			}
		}
		if r >= 0 {
			return r, 5
		}
	}
	return 0, 0
}

// hex returns -1 if the digits are not the number of a rune.
func hex(digits string) rune {
	x, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || x > unicode.MaxRune {
		return -1
	}
	return rune(x)
}
