// Package redact replaces secrets in texts: keys, tokens and passwords. It uses the standard library alone, because the hook
// program holds it. It does what it can: a secret that looks like an ordinary word stays.
package redact

import (
	"cmp"
	"slices"
	"strings"
)

// mark begins what stands in place of a secret.
const mark = "[redacted:"

// span is a secret in a text: the bytes from from to to, and its kind.
type span struct {
	from, to int
	id       string
}

// Text returns a text with its secrets replaced by [redacted:ID], ID being the kind of the secret. A secret is found in JSON
// and in an encoded URL, too. Text of a text that it returned changes nothing but what newer rules find.
func Text(s string) string {
	spans := find(s)
	for _, v := range views(s) {
		for _, found := range find(v.text) {
			spans = append(spans, span{v.at[found.from], v.at[found.to], found.id})
		}
	}
	if len(spans) == 0 {
		return s
	}
	return replace(s, spans)
}

// replace puts marks in place of the spans. Spans that overlap become one.
func replace(s string, spans []span) string {
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var text strings.Builder
	end := 0
	for i := 0; i < len(spans); {
		whole := spans[i]
		for i++; i < len(spans) && spans[i].from < whole.to; i++ {
			whole.to = max(whole.to, spans[i].to)
		}
		text.WriteString(s[end:whole.from])
		text.WriteString(mark)
		text.WriteString(whole.id)
		text.WriteByte(']')
		end = whole.to
	}
	text.WriteString(s[end:])
	return text.String()
}

// find returns the secrets of a text, without those that are replaced already.
func find(s string) []span {
	spans := append(privateKeys(s), tokens(s)...)
	lower := lowered(s)
	var some []*rule
	for _, r := range table() {
		if r.concerns(lower) {
			some = append(some, r)
		}
	}
	for start := 0; len(some) > 0 && start < len(s); {
		end := len(s)
		if n := strings.IndexByte(s[start:], '\n'); n >= 0 {
			end = start + n
		}
		for _, r := range some {
			spans = r.find(spans, s, lower, start, end)
		}
		start = end + 1
	}
	return slices.DeleteFunc(spans, func(found span) bool { return strings.Contains(s[found.from:found.to], mark) })
}

// lowered returns a text in lower case, with every byte at its place.
func lowered(s string) string {
	low := []byte(s)
	for i, c := range low {
		if 'A' <= c && c <= 'Z' {
			low[i] = c + 'a' - 'A'
		}
	}
	return string(low)
}

// view is a text with its escapes resolved.
type view struct {
	text string
	at   []int // where each byte comes from, and where the last one ends
}

// views returns how a text reads without the escapes of JSON and URLs, also where they are nested.
func views(s string) []view {
	const most = 3
	var all []view
	last := view{text: s}
	for len(all) < most {
		next, changed := last.resolve(false)
		if !changed {
			break
		}
		all, last = append(all, next), next
	}
	if strings.Contains(s, "+") && (len(all) > 0 && strings.Contains(s, "%") || hasWordsOfForm(s)) {
		form, _ := view{text: s}.resolve(true)
		all = append(all, form)
	}
	return all
}

// hasWordsOfForm reports whether a text has words between two +, as a form sends blanks.
func hasWordsOfForm(s string) bool {
	last := -1
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t', '\n':
			last = -1
		case '+':
			if last >= 0 && i-last > 1 {
				return true
			}
			last = i
		}
	}
	return false
}

// resolve replaces the escapes of a view. In a form, + is a blank.
func (v view) resolve(form bool) (view, bool) {
	s := v.text
	if !form && !strings.ContainsAny(s, `%\`) {
		return v, false
	}
	var text strings.Builder
	at := make([]int, 0, len(s)+1)
	changed := false
	for i := 0; i < len(s); {
		char, length := escape(s[i:])
		if form && s[i] == '+' {
			char, length = " ", 1
		}
		if length == 0 {
			char, length = s[i:i+1], 1
		} else {
			changed = true
		}
		text.WriteString(char)
		for range len(char) {
			at = append(at, v.origin(i))
		}
		i += length
	}
	return view{text.String(), append(at, v.origin(len(s)))}, changed
}

func (v view) origin(i int) int {
	if v.at == nil {
		return i
	}
	return v.at[i]
}

// escape returns what the escape at the beginning of a text stands for, and its length, or 0 if there is none.
func escape(s string) (char string, length int) {
	switch {
	case len(s) >= 3 && s[0] == '%':
		if n, is := hex(s[1:3]); is {
			return string([]byte{byte(n)}), 3 //nolint:gosec // two digits are at most 255
		}
	case len(s) >= 6 && s[0] == '\\' && s[1] == 'u':
		if n, is := hex(s[2:6]); is {
			return string(rune(n)), 6 //nolint:gosec // four digits are at most 65,535
		}
	case len(s) >= 2 && s[0] == '\\':
		if n := strings.IndexByte(`nrt"'/\`, s[1]); n >= 0 {
			return "\n\r\t\"'/\\"[n : n+1], 2
		}
	}
	return "", 0
}

// hex returns the number that hexadecimal digits stand for.
func hex(digits string) (n int, is bool) {
	for _, c := range []byte(digits) {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if d < 0 {
			return 0, false
		}
		n = n<<4 | d
	}
	return n, true
}
