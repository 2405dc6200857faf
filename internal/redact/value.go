package redact

import (
	"math"
	"strings"
)

// isAssigned reports whether what is assigned to a name is a secret.
func isAssigned(name, value string) bool {
	constant := strings.ToUpper(name) == name // as in the environment, where a value is no name of a variable
	name = lowered(name)
	if len(value) < 6 || isPlaceholder(value) || entropy(value) < 2.5 || isPath(value) || isCode(value) {
		return false
	}
	switch {
	case strings.Contains(name, "passphrase"):
		return true
	case hasAny(name, "passw", "pwd", "_pass", "secret"):
		// An ordinary word may be a password, but most often it is the name of a variable or a sentence.
		return strings.Count(value, " ") < 3 && !isPlain(value) && (constant || !isCamel(value))
	case hasAny(name, "token", "apikey", "api_key", "api-key", "access_key", "access-key", "accesskey", "accountkey", "credential"):
		return !strings.Contains(value, " ") && !isWord(value) && strings.Trim(value, digits+".,_") != ""
	}
	// key, auth and the like have other values most often.
	return len(value) >= 16 && isRandom(value)
}

// isPlaceholder reports whether a value stands for a secret and is none: a variable, a blank to fill in, a replaced one.
func isPlaceholder(value string) bool {
	low := lowered(strings.Trim(value, `"'\`))
	if low == "" || strings.Contains(low, mark) || strings.IndexByte("$<{%*(&[#", low[0]) >= 0 {
		return true
	}
	switch low {
	case "password", "passwd", "pass", "secret", "token", "true", "false", "null", "none", "nil", "undefined", "string", "required",
		"optional", "example", "changeme", "default", "hidden", "redacted", "secrets", "tokens", "user", "apikey", "api_key", "value", "stdin", "prompt":
		return true
	}
	return strings.HasPrefix(low, "your") || strings.HasPrefix(low, "http://") || strings.HasPrefix(low, "https://") ||
		hasAny(low, "process.env", "os.environ", "getenv", "${", "{{", "...", "…", "xxxx", "****", "<password", "<token", "secrets.", "placeholder", "replace")
}

// isWord reports whether a value is a word or a name: letters, and what joins them, without a change that only a random one
// has.
func isWord(value string) bool {
	value = strings.TrimRight(value, ".,:;!?")
	if len(value) >= 32 {
		return false
	}
	return isPlain(value) || isCamel(value)
}

// isPlain reports whether a value has letters of one case only, and what joins words.
func isPlain(value string) bool {
	value = strings.TrimRight(value, ".,:;!?")
	return strings.Trim(value, "abcdefghijklmnopqrstuvwxyz_.-/") == "" || strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == ""
}

// isCamel reports whether a value is a name such as nextPageToken: letters, and no more changes of case than words.
func isCamel(value string) bool {
	changes := 0
	for i := range len(value) {
		c := value[i]
		if !isAlnum(c) && c != '_' && c != '.' || '0' <= c && c <= '9' {
			return false
		}
		if i > 0 && 'A' <= c && c <= 'Z' && value[i-1] >= 'a' {
			changes++
		}
	}
	return changes*4 <= len(value)
}

// isPath reports whether a value is the path of a file.
func isPath(value string) bool {
	rooted := strings.HasPrefix(value, "/") || strings.HasPrefix(value, "./") || strings.HasPrefix(value, "../") || strings.HasPrefix(value, "~/")
	return rooted && len(value) != 40 && !strings.ContainsAny(value, "+=")
}

// isCode reports whether a value is an expression of a program.
func isCode(value string) bool {
	if strings.ContainsAny(value, "()[]{}|<>") && !strings.ContainsAny(value, "!@#%&") || strings.HasPrefix(value, "=") {
		return true
	}
	name, rest, dotted := strings.Cut(value, ".")
	const fewDigits = 2
	some := 0
	rest = strings.Map(func(c rune) rune {
		if '0' <= c && c <= '9' && some < fewDigits {
			some++
			return -1
		}
		return c
	}, rest)
	return dotted && len(value) < 40 && isCamel(name) && isCamel(rest)
}

// isRandom reports whether a value looks as if it came from a generator.
func isRandom(value string) bool {
	letters := strings.Trim(value, digits+"_-.") != ""
	return letters && strings.ContainsAny(value, digits) && entropy(value) >= 3 && !isPath(value)
}

// entropy returns the bits that each byte of a text has on the average, given how often each occurs.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	bits := 0.0
	for _, n := range count {
		if n > 0 {
			share := float64(n) / float64(len(s))
			bits -= share * math.Log2(share)
		}
	}
	return bits
}

func hasAny(s string, parts ...string) bool {
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
