// Package pattern provides regular expressions that are compiled on first use. Parsing release names and
// model answers needs dozens of them, and most runs of the program do neither.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression in the syntax of package regexp. Its methods are those of regexp.Regexp.
// They panic if the expression is invalid, which is a programming error.
type Pattern struct{ compile func() *regexp.Regexp }

// New returns a Pattern for an expression.
func New(text string) *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
}

// Match is like regexp.Regexp.Match.
func (p *Pattern) Match(b []byte) bool { return p.compile().Match(b) }

// MatchString is like regexp.Regexp.MatchString.
func (p *Pattern) MatchString(s string) bool { return p.compile().MatchString(s) }

// FindString is like regexp.Regexp.FindString.
func (p *Pattern) FindString(s string) string { return p.compile().FindString(s) }

// FindStringIndex is like regexp.Regexp.FindStringIndex.
func (p *Pattern) FindStringIndex(s string) []int { return p.compile().FindStringIndex(s) }

// FindStringSubmatch is like regexp.Regexp.FindStringSubmatch.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.compile().FindStringSubmatch(s) }

// FindStringSubmatchIndex is like regexp.Regexp.FindStringSubmatchIndex.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compile().FindStringSubmatchIndex(s)
}

// FindSubmatch is like regexp.Regexp.FindSubmatch.
func (p *Pattern) FindSubmatch(b []byte) [][]byte { return p.compile().FindSubmatch(b) }

// FindAllString is like regexp.Regexp.FindAllString.
func (p *Pattern) FindAllString(s string, n int) []string { return p.compile().FindAllString(s, n) }

// FindAllStringIndex is like regexp.Regexp.FindAllStringIndex.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compile().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is like regexp.Regexp.FindAllStringSubmatch.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compile().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is like regexp.Regexp.FindAllStringSubmatchIndex.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compile().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is like regexp.Regexp.ReplaceAllString.
func (p *Pattern) ReplaceAllString(s, by string) string { return p.compile().ReplaceAllString(s, by) }

// ReplaceAllStringFunc is like regexp.Regexp.ReplaceAllStringFunc.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	return p.compile().ReplaceAllStringFunc(s, by)
}

// Split is like regexp.Regexp.Split.
func (p *Pattern) Split(s string, n int) []string { return p.compile().Split(s, n) }
