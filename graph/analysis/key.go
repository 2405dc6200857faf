package analysis

import "strings"

// KeyToken is the token that stands for a key in an index, such as the hash of a commit. No word of a text equals it,
// because it begins with a sign.
func KeyToken(key string) string { return "." + key }

// Keys are hexadecimal numbers of at least shortestKey digits, the length of git's abbreviated hashes, and at most longestKey,
// that of SHA-256.
const shortestKey, longestKey = 7, 64

// isKey reports whether a token can be a key or its beginning.
func isKey(token string) bool {
	return len(token) >= shortestKey && len(token) <= longestKey && strings.Trim(token, "0123456789abcdef") == ""
}

// KeyOf returns a text in the form of a key, or "" if it is none.
func KeyOf(text string) string {
	key := strings.ToLower(strings.TrimSpace(text))
	if !isKey(key) {
		return ""
	}
	return key
}
