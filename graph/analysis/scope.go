package analysis

import "strings"

// Scoped writes tokens as an index has them: each with its workspace's scope before it, and spaces between.
func Scoped(scope string, tokens []string) string {
	var text strings.Builder
	for i, token := range tokens {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(scope)
		text.WriteString(token)
	}
	return text.String()
}
