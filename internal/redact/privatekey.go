package redact

import "strings"

const (
	begin  = "-----BEGIN "
	ended  = "-----END "
	dashes = "-----"
)

// privateKeys finds private keys in PEM, also ones of which the beginning or the end is missing.
func privateKeys(s string) []span {
	const name = "PRIVATE KEY"
	var spans []span
	for at := 0; ; {
		n := strings.Index(s[at:], name)
		if n < 0 {
			return spans
		}
		at += n + len(name)
		line := s[max(strings.LastIndexByte(s[:at], '\n')+1, at-100):at]
		header := strings.TrimPrefix(s[at:], " BLOCK")
		if !strings.HasPrefix(header, dashes) {
			continue
		}
		body := len(s) - len(header) + len(dashes)
		found := span{id: "private-key"}
		switch {
		case strings.Contains(line, begin):
			found.from = at - len(line) + strings.LastIndex(line, begin)
			found.to = keyEnd(s, body)
		case strings.Contains(line, ended):
			found.from = keyStart(s[:at-len(line)+strings.LastIndex(line, ended)])
			found.to = body
			body = found.from
		}
		if found.to > body && hasRun(s[body:found.to]) {
			spans = append(spans, found)
			at = found.to
		}
	}
}

// keyEnd returns where the key ends whose body begins at a place: after its last header, or where what follows is no key.
func keyEnd(s string, body int) int {
	const longest = 32 << 10
	near := s[body:min(len(s), body+longest)]
	if next := strings.Index(near, begin); next >= 0 {
		near = near[:next]
	}
	if n := strings.Index(near, ended); n >= 0 {
		if m := strings.Index(near[n+len(ended):], dashes); m >= 0 {
			return body + n + len(ended) + m + len(dashes)
		}
		return body + len(near)
	}
	end := 0
	for end < len(near) {
		line, _, more := strings.Cut(near[end:], "\n")
		text := strings.TrimSpace(line)
		if !isBase64(text) && !strings.HasPrefix(text, "Proc-Type:") && !strings.HasPrefix(text, "DEK-Info:") {
			break
		}
		end += len(line)
		if more {
			end++
		}
	}
	return body + len(strings.TrimRight(near[:end], "\r\n\t "))
}

// keyStart returns where the key begins that ends with a text.
func keyStart(s string) int {
	start := len(s)
	for start > 0 {
		line := s[strings.LastIndexByte(s[:start-1], '\n')+1 : start]
		text := strings.TrimRight(line, "\r\n\t ")
		tail := len(strings.TrimRight(text, base64Chars)) // where the base64 at the line's end begins
		if tail > 0 && len(text)-tail < shortestLine || text == "" {
			break
		}
		start -= len(line) - tail
		if tail > 0 {
			break
		}
	}
	return start
}

func isBase64(s string) bool {
	return strings.Trim(s, base64Chars) == ""
}

// shortestLine is the number of characters of base64 in a row that a key has at least.
const shortestLine = 24

// hasRun reports whether a text has a line of a key.
func hasRun(s string) bool {
	run := 0
	for i := range len(s) {
		run++
		if strings.IndexByte(base64Chars, s[i]) < 0 {
			run = 0
		}
		if run >= shortestLine {
			return true
		}
	}
	return false
}
