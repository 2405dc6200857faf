package spool

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"plotline/internal/durable"
)

// RulesFile is the file in a repository that may reduce what is recorded of it.
const RulesFile = ".plotline.json"

// Bounds of what a repository's file may add.
const (
	maxPatterns = 20
	maxPattern  = 200 // bytes
)

// Rules are the settings that apply to one project: the person's, and what the repository takes away.
type Rules struct {
	Off    bool     // the repository does not want to be recorded
	Checks []string // the beginnings of commands that are checks

	exclude []string
}

// Rules returns the rules of a project at a root. A repository's file that cannot be read, or is no JSON, turns recording off:
// somebody wanted less to be kept.
func (s Settings) Rules(root string) Rules {
	rules := Rules{Checks: s.Checks, exclude: s.Exclude}
	file := filepath.Join(root, RulesFile)
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		return rules
	}
	raw, err := durable.Read(file, maxSettings)
	var own struct {
		Record  string   `json:"record"`
		Exclude []string `json:"exclude"`
		Checks  []string `json:"checks"`
	}
	if err == nil {
		err = json.Unmarshal(raw, &own)
	}
	rules.Off = err != nil || own.Record == string(Off)
	rules.exclude = join(rules.exclude, own.Exclude)
	rules.Checks = join(rules.Checks, own.Checks)
	return rules
}

// join adds the patterns of a repository to the person's, as far as the bounds allow.
func join(person, repository []string) []string {
	all := append([]string{}, person...)
	for _, pattern := range repository[:min(len(repository), maxPatterns)] {
		if pattern != "" && len(pattern) <= maxPattern {
			all = append(all, pattern)
		}
	}
	return all
}

// Excludes reports whether a file must not be named. The path is relative to the project, with slashes. A pattern without
// a slash matches the name of a file or a folder, another the end of a path;  * is any text without a slash, ** any text.
func (r Rules) Excludes(file string) bool {
	file = strings.TrimPrefix(path.Clean(strings.ReplaceAll(file, `\`, "/")), "./")
	for _, pattern := range r.exclude {
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
		if strings.Contains(pattern, "/") {
			pattern = strings.TrimPrefix(pattern, "/")
			if matches("**/"+pattern, file) || matches("**/"+pattern+"/**", file) {
				return true
			}
			continue
		}
		for name := range strings.SplitSeq(file, "/") {
			if matches(pattern, name) {
				return true
			}
		}
	}
	return false
}

// Names reports whether a text names a file that must not be named.
func (r Rules) Names(text string) bool {
	some := Rules{}
	for _, pattern := range r.exclude {
		if strings.Contains(text, literal(pattern)) {
			some.exclude = append(some.exclude, pattern)
		}
	}
	if len(some.exclude) == 0 {
		return false
	}
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(" \t\r\n\"'`=:,;()[]{}<>|&", c) }) {
		if some.Excludes(word) {
			return true
		}
	}
	return false
}

// literal returns the longest part of a pattern that each text it matches has.
func literal(pattern string) string {
	longest := ""
	for part := range strings.FieldsFuncSeq(pattern, func(c rune) bool { return c == '*' || c == '?' || c == '/' }) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// matches compares a text with a pattern in time proportional to the product of their lengths.
func matches(pattern, text string) bool {
	// reach[i] is whether the part of the pattern so far matches the first i bytes of the text.
	reach := make([]bool, len(text)+1)
	reach[0] = true
	for len(pattern) > 0 {
		folders, deep, star := strings.HasPrefix(pattern, "**/"), strings.HasPrefix(pattern, "**"), pattern[0] == '*'
		next, before := make([]bool, len(text)+1), false
		for i := range next {
			switch {
			case folders: // none, too
				next[i] = reach[i] || before && text[i-1] == '/'
			case star:
				next[i] = reach[i] || i > 0 && next[i-1] && (deep || text[i-1] != '/')
			case i > 0:
				next[i] = reach[i-1] && (text[i-1] == pattern[0] || pattern[0] == '?' && text[i-1] != '/')
			}
			before = before || reach[i]
		}
		reach = next
		switch {
		case folders:
			pattern = pattern[3:]
		case deep:
			pattern = pattern[2:]
		default:
			pattern = pattern[1:]
		}
	}
	return reach[len(text)]
}
