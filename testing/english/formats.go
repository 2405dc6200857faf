package main

import (
	"regexp"
	"strings"
)

// A scanner of this expression finds comments and strings, whichever begins first. A quoted string ends with
// its line at the latest, so an apostrophe in the text of a page hides no more than that line.
var (
	scriptParts = regexp.MustCompile("(?s)//[^\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'|`(?:\\\\.|[^`\\\\])*`")
	sqlParts    = regexp.MustCompile(`(?s)--[^\n]*|/\*.*?\*/|'[^']*'`)
	// scriptNames finds the names that TypeScript declares: after a keyword, before a type, or before an arrow.
	scriptNames = regexp.MustCompile(`\b(?:const|let|function|class|interface|type|enum)\s+([\w$]+)|([\w$]+)\??\s*(?::|=>)`)
	sqlNames    = regexp.MustCompile(`[A-Za-z_]+`)
)

func (r *reader) script(src string) error {
	r.source(src, scriptParts, scriptNames, "//", "/*")
	return nil
}

func (r *reader) cypher(src string) error {
	r.source(src, scriptParts, sqlNames, "//", "/*")
	return nil
}

func (r *reader) sql(src string) error {
	r.source(src, sqlParts, sqlNames, "--", "/*")
	return nil
}

func (r *reader) stylesheet(src string) error {
	r.source(src, scriptParts, nil, "/*")
	return nil
}

// source adds the comments among the parts of a source, and the names outside of all parts.
func (r *reader) source(src string, parts, names *regexp.Regexp, comments ...string) {
	line, at := 1, 0
	code := func(end int) {
		if names != nil {
			r.names(line, src[at:end], names)
		}
		line += strings.Count(src[at:end], "\n")
	}
	for _, span := range parts.FindAllStringIndex(src, -1) {
		code(span[0])
		part := src[span[0]:span[1]]
		for _, mark := range comments {
			if strings.HasPrefix(part, mark) {
				r.prose(line, part)
			}
		}
		line += strings.Count(part, "\n")
		at = span[1]
	}
	code(len(src))
}

func (r *reader) names(line int, code string, names *regexp.Regexp) {
	for _, span := range names.FindAllStringSubmatchIndex(code, -1) {
		begin, end := span[0], span[1]
		for group := 2; group < len(span); group += 2 {
			if span[group] >= 0 {
				begin, end = span[group], span[group+1]
			}
		}
		r.name(line+strings.Count(code[:begin], "\n"), code[begin:end])
	}
}

var (
	fence      = regexp.MustCompile("(?ms)^ *(```|~~~).*?(^ *(```|~~~)[^\n]*$|\\z)")
	codeSpan   = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
)

// markdown adds the text outside of code blocks, code spans and the targets of links.
func (r *reader) markdown(src string) error {
	for _, code := range []*regexp.Regexp{fence, codeSpan, linkTarget} {
		src = code.ReplaceAllStringFunc(src, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
	}
	r.prose(1, src)
	return nil
}

// shell adds the comments of a script: of the shell, of make, of Python, of YAML.
func (r *reader) shell(src string) error {
	line := 0
	for s := range strings.Lines(src) {
		line++
		if at := strings.Index(" "+s, " #"); at >= 0 {
			r.prose(line, s[at:])
		}
	}
	return nil
}
