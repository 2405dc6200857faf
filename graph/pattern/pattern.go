// Package pattern holds regular expressions that are compiled when they are first used. The names of
// releases take dozens of them, and what models answer and write some more; most starts of the program
// read neither.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression in the syntax of package regexp. Its methods are those of
// regexp.Regexp; they panic when the expression is not valid, as a mistake of ours.
type Pattern struct{ compile func() *regexp.Regexp }

// New gives the pattern of an expression.
func New(text string) *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
}

// MatchString is as that of regexp.Regexp.
func (p *Pattern) MatchString(s string) bool { return p.compile().MatchString(s) }

// FindString is as that of regexp.Regexp.
func (p *Pattern) FindString(s string) string { return p.compile().FindString(s) }

// FindStringIndex is as that of regexp.Regexp.
func (p *Pattern) FindStringIndex(s string) []int { return p.compile().FindStringIndex(s) }

// FindStringSubmatch is as that of regexp.Regexp.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.compile().FindStringSubmatch(s) }

// FindStringSubmatchIndex is as that of regexp.Regexp.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compile().FindStringSubmatchIndex(s)
}

// FindAllString is as that of regexp.Regexp.
func (p *Pattern) FindAllString(s string, n int) []string { return p.compile().FindAllString(s, n) }

// FindAllStringIndex is as that of regexp.Regexp.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compile().FindAllStringIndex(s, n)
}

// FindAllStringSubmatchIndex is as that of regexp.Regexp.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compile().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is as that of regexp.Regexp.
func (p *Pattern) ReplaceAllString(s, by string) string { return p.compile().ReplaceAllString(s, by) }

// ReplaceAllStringFunc is as that of regexp.Regexp.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	return p.compile().ReplaceAllStringFunc(s, by)
}

// Split is as that of regexp.Regexp.
func (p *Pattern) Split(s string, n int) []string { return p.compile().Split(s, n) }
