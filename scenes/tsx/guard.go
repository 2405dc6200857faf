package tsx

import (
	"strings"
	"unicode/utf8"
)

// maxSigns limits the signs and words that can nest in the whole code. It limits the depth even if code hides its
// depth from the scanner. esbuild takes up to 5 kB of stack for a level (measured with repeated `!`). Go ends a
// process whose stack would exceed 512 MB, which 50,000 levels of the worst shape (a chain of arrow functions) do not
// reach.
const maxSigns = 40_000

// nestingSign has the signs that nest. Each level of nesting needs one of them or a nestingWord.
var nestingSign = func() (set [256]bool) {
	for _, c := range []byte("([{<!~+-?=.:*`&|@") {
		set[c] = true
	}
	return set
}()

// nestingWord has the words that nest without a sign.
var nestingWord = words("new typeof void delete await yield if else for while do with keyof infer extends class async readonly unique asserts abstract")

func words(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// Check rejects code that must not reach esbuild. Its time is linear in the length of the code. Code that passes may
// still make esbuild take minutes or gigabytes; see package compiler.
func Check(code string) *Problem {
	if len(code) > MaxBytes {
		return refused("the code of a scene has at most %d kB: this one has %d kB", MaxBytes>>10, (len(code)+1023)>>10)
	}
	if !utf8.ValidString(code) {
		return refused("the code is not valid UTF-8")
	}
	if strings.TrimSpace(code) == "" {
		return refused("there is no code: a scene is one TSX module with `export default function Scene() {…}`")
	}
	if strings.HasPrefix(strings.TrimSpace(code), "```") {
		return refused("the code begins with a fence of Markdown (```): give the code alone")
	}
	s := newScanner(code)
	s.run(func() bool { return s.depth <= MaxDepth })
	if s.depth > MaxDepth {
		return tooDeep(code[:min(s.at, len(code))])
	}
	if n, line := signs(code); n > maxSigns {
		return refused("the code has %d operators, brackets and keywords, and may have %d: the first %d end in line %d; move data out or make it shorter",
			n, maxSigns, maxSigns, line)
	}
	return nil
}

func tooDeep(before string) *Problem {
	p := refused("the code nests more than %d levels deep here: make it flatter", MaxDepth)
	m := &p.Messages[0]
	m.Line = 1 + strings.Count(before, "\n")
	line := before[strings.LastIndexByte(before, '\n')+1:]
	m.Column = max(1, utf8.RuneCountInString(line))
	m.LineText = window(line, m.Column)
	return p
}

// signs counts the signs and words that can nest, including those in strings and comments. line is where the count
// exceeds maxSigns.
func signs(code string) (n, line int) {
	start, here := -1, 1
	count := func() {
		if n++; n == maxSigns+1 {
			line = here
		}
	}
	for i := range len(code) {
		c := code[i]
		if c >= 'a' && c <= 'z' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && nestingWord[code[start:i]] {
			count()
		}
		start = -1
		if nestingSign[c] {
			count()
		}
		if c == '\n' {
			here++
		}
	}
	return n, line
}
