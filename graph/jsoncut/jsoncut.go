// Package jsoncut takes valid JSON apart without copying and without reflection: the values of a list,
// the members of an object. What it gives are parts of the text, so that numbers never pass through
// float64 and what is not understood can be written again as it was.
package jsoncut

import (
	"bytes"
	"encoding/json"
)

// Cutter gives the values of a list one after the other, or the names and values of an object in turn.
// The text must be valid JSON; each byte is looked at once, and no further than asked, so that a
// hostile text does not cost more than its size.
type Cutter struct{ rest []byte }

// blank are the bytes that may stand between two values.
var blank = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true}

// New begins with a text that is a list or an object.
func New(text []byte) Cutter { return Cutter{rest: Trimmed(text)[1:]} }

// Trimmed is without the white space that JSON allows before a value.
func Trimmed(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\n' || text[0] == '\t' || text[0] == '\r') {
		text = text[1:]
	}
	return text
}

// Next gives the next name or value, without white space around it, and false after the last.
func (c *Cutter) Next() (json.RawMessage, bool) {
	start := 0
	for blank[c.rest[start]] {
		start++
	}
	if c.rest[start] == ']' || c.rest[start] == '}' {
		return nil, false
	}
	end := start + length(c.rest[start:])
	value := c.rest[start:end:end]
	c.rest = c.rest[end:]
	return value, true
}

// length is how long the value is that raw begins with.
func length(raw []byte) int {
	switch raw[0] {
	case '"':
		return stringLength(raw)
	case '{', '[':
		return nestedLength(raw)
	}
	n := 0
	for !blank[raw[n]] && raw[n] != ']' && raw[n] != '}' {
		n++
	}
	return n
}

func stringLength(raw []byte) int {
	n := 1
	for {
		n += bytes.IndexByte(raw[n:], '"') + 1
		backslashes := 0
		for raw[n-2-backslashes] == '\\' {
			backslashes++
		}
		if backslashes%2 == 0 {
			return n
		}
	}
}

func nestedLength(raw []byte) int {
	n, depth := 0, 0
	for {
		switch raw[n] {
		case '"':
			n += stringLength(raw[n:])
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if n++; depth == 0 {
			return n
		}
	}
}

// Depth is how many lists and objects stand inside one another, the outermost counted; 0 for a scalar.
func Depth(text []byte) int {
	n, depth, deepest := 0, 0, 0
	for n < len(text) {
		switch text[n] {
		case '"':
			n += stringLength(text[n:])
			continue
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		}
		n++
	}
	return deepest
}

// Text reads a JSON string.
func Text(quoted []byte) string {
	inner := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	var text string
	_ = json.Unmarshal(quoted, &text) // which is a string in a text that is valid
	return text
}
