package main

import (
	"os"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind says where a text stands. Some words are coined only as a name.
type kind int

const (
	inName kind = iota
	inProse
)

// text is a name, or a piece of prose, of a file.
type text struct {
	file  string
	kind  kind
	words []word
}

type word struct {
	line int
	text string // lower case
}

// read returns the names and the prose of a file. A file of an unknown format has only its name.
func read(file string) ([]text, error) {
	r := &reader{file: file}
	r.name(1, strings.TrimSuffix(path.Base(file), path.Ext(file)))
	readBody := readers[path.Ext(file)]
	if path.Base(file) == "Makefile" {
		readBody = (*reader).shell
	}
	if readBody == nil {
		return r.texts, nil
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return r.texts, readBody(r, string(src))
}

// readers has a function for each extension. It adds the texts of a source to the reader.
var readers = map[string]func(r *reader, src string) error{
	".go": (*reader).golang, ".ts": (*reader).script, ".tsx": (*reader).script, ".mjs": (*reader).script,
	".css": (*reader).stylesheet, ".sql": (*reader).sql, ".cypher": (*reader).cypher, ".md": (*reader).markdown,
	".sh": (*reader).shell, ".py": (*reader).shell, ".yml": (*reader).shell, ".toml": (*reader).shell,
}

type reader struct {
	file  string
	texts []text
}

func (r *reader) name(line int, name string) {
	r.add(inName, split(line, name))
}

func (r *reader) prose(line int, s string) {
	r.add(inProse, split(line, s))
}

func (r *reader) add(k kind, words []word) {
	if len(words) > 0 {
		r.texts = append(r.texts, text{r.file, k, words})
	}
}

// split returns the words of a text. It splits camel case, so that halfWay becomes "half way".
func split(line int, s string) []word {
	var words []word
	begin, previous := -1, rune(0)
	end := func(at int) {
		if begin >= 0 {
			words = append(words, word{line, strings.ToLower(s[begin:at])})
		}
		begin = -1
	}
	for at, c := range s {
		switch {
		case c == '\'' && begin >= 0 && startsWithLetter(s[at+1:]): // one's
		case !unicode.IsLetter(c):
			end(at)
		case begin < 0:
			begin = at
		case unicode.IsUpper(c) && (unicode.IsLower(previous) || lowerFollows(s[at:])):
			end(at)
			begin = at
		}
		if c == '\n' {
			line++
		}
		previous = c
	}
	end(len(s))
	return words
}

func startsWithLetter(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(c)
}

// lowerFollows reports whether an upper-case letter begins a word: the S in HTTPServer.
func lowerFollows(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	c, _ := utf8.DecodeRuneInString(s[size:])
	return unicode.IsLower(c)
}
