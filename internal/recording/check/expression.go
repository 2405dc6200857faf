package check

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// expression is a regular expression that is compiled and tried only on lines that have one of its keys. Few lines have, and the
// hook program, which lives for milliseconds, needs few expressions.
type expression struct {
	keys     []string // of each line that matches, it has one; in lower case if the expression ignores case
	fold     bool     // whether it ignores case
	compiled func() *regexp.Regexp
}

// expr returns an expression. Its keys are separated by ¦.
func expr(keys, text string) *expression {
	return &expression{
		keys: strings.Split(keys, "¦"), fold: strings.HasPrefix(text, "(?i)"),
		compiled: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) }),
	}
}

// mayMatch reports whether a line has a key.
func (e *expression) mayMatch(line string) bool {
	if e.fold {
		line = strings.ToLower(line)
	}
	return slices.ContainsFunc(e.keys, func(key string) bool { return strings.Contains(line, key) })
}

// match reports whether a line matches.
func (e *expression) match(line string) bool {
	return e.mayMatch(line) && e.compiled().MatchString(line)
}

// find returns what FindStringSubmatch of package regexp returns.
func (e *expression) find(line string) []string {
	if !e.mayMatch(line) {
		return nil
	}
	return e.compiled().FindStringSubmatch(line)
}
