package analysis

import "strings"

// Scoped joins tokens with spaces, each with its workspace's scope before it, as in an index.
func Scoped(scope string, tokens []string) string {
	length := len(tokens) * (len(scope) + 1)
	for _, token := range tokens {
		length += len(token)
	}
	var text strings.Builder
	text.Grow(length)
	for i, token := range tokens {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(scope)
		text.WriteString(token)
	}
	return text.String()
}
