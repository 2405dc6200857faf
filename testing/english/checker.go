package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// coined is a line of words.tsv: a word or a phrase, where it is wrong, and what to write instead.
type coined struct {
	words   []string
	where   string // names, or everywhere
	instead string
}

// exception is a line of exceptions.tsv: a word of words.tsv, and a phrase or a path in which it is right.
type exception struct {
	line   int
	word   string
	phrase []string
	path   string // of a file, or of a folder with a / at its end
	used   bool
}

type checker struct {
	coined     map[string][]coined // by the first word
	exceptions map[string][]*exception
}

type finding struct {
	file    string
	line    int
	word    string
	instead string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d: %q: write %s", f.file, f.line, f.word, f.instead)
}

func newChecker(words, exceptions string) (*checker, error) {
	c := &checker{coined: map[string][]coined{}, exceptions: map[string][]*exception{}}
	known := map[string]bool{}
	if err := eachRow(words, func(_ int, row []string) error {
		if row[1] != "names" && row[1] != "everywhere" {
			return fmt.Errorf("%q: a word is coined in names or everywhere", row[1])
		}
		list := strings.Fields(row[0])
		c.coined[list[0]] = append(c.coined[list[0]], coined{list, row[1], row[2]})
		known[row[0]] = true
		return nil
	}); err != nil {
		return nil, err
	}
	return c, eachRow(exceptions, func(line int, row []string) error {
		if !known[row[0]] {
			return fmt.Errorf("%q is not in %s", row[0], words)
		}
		e := &exception{line: line, word: row[0]}
		if strings.ContainsAny(row[1], "/.") {
			e.path = row[1]
		} else {
			e.phrase = strings.Fields(row[1])
		}
		c.exceptions[row[0]] = append(c.exceptions[row[0]], e)
		return nil
	})
}

// eachRow calls f for every line of a file of three columns. None of them may be empty.
func eachRow(file string, f func(line int, row []string) error) error {
	src, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	lines := bufio.NewScanner(src)
	for line := 1; lines.Scan(); line++ {
		if lines.Text() == "" || strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		row := strings.Split(lines.Text(), "\t")
		if len(row) != 3 || row[0] == "" || row[1] == "" || row[2] == "" {
			return fmt.Errorf("%s:%d: want three columns with a tab between them", file, line)
		}
		if err := f(line, row); err != nil {
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	return lines.Err()
}

// find returns the coined words of a text that no exception allows.
func (c *checker) find(t text) []finding {
	var found []finding
	for i, w := range t.words {
		for _, coined := range c.coined[w.text] {
			if coined.where == "names" && t.kind != inName || !matches(t.words, i, coined.words) {
				continue
			}
			if name := strings.Join(coined.words, " "); !c.allowed(t, i, name) {
				found = append(found, finding{t.file, w.line, name, coined.instead})
			}
		}
	}
	return found
}

// allowed reports whether an exception covers the coined word at position i. It marks every such exception as used.
func (c *checker) allowed(t text, i int, name string) bool {
	allowed := false
	for _, e := range c.exceptions[name] {
		if e.covers(t, i) {
			e.used, allowed = true, true
		}
	}
	return allowed
}

func (e *exception) covers(t text, i int) bool {
	if e.path != "" {
		return t.file == e.path || strings.HasSuffix(e.path, "/") && strings.HasPrefix(t.file, e.path)
	}
	for offset := range e.phrase {
		if begin := i - offset; begin >= 0 && e.phrase[offset] == t.words[i].text && matches(t.words, begin, e.phrase) {
			return true
		}
	}
	return false
}

// matches reports whether the words from position i on are those of the phrase.
func matches(words []word, i int, phrase []string) bool {
	if i+len(phrase) > len(words) {
		return false
	}
	for at, want := range phrase {
		if words[i+at].text != want {
			return false
		}
	}
	return true
}

// unused returns the exceptions that covered nothing.
func (c *checker) unused() []*exception {
	var list []*exception
	for _, of := range c.exceptions {
		for _, e := range of {
			if !e.used {
				list = append(list, e)
			}
		}
	}
	return list
}
