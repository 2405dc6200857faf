package input

import (
	"bytes"
	"encoding/json"
)

// cutter gives the values of a JSON list one after the other, or the names and values of an object
// in turn, without copying. The text must be valid JSON. Reading no further than asked, and each
// byte once, keeps a hostile body from costing more than its size.
type cutter struct{ rest []byte }

func newCutter(raw []byte) cutter { return cutter{rest: raw[1:]} }

// next gives the next name or value, without white space around it, and false after the last.
func (c *cutter) next() ([]byte, bool) {
	c.rest = bytes.TrimLeft(c.rest, " \t\r\n,:")
	if c.rest[0] == ']' || c.rest[0] == '}' {
		return nil, false
	}
	n := valueLength(c.rest)
	value := c.rest[:n]
	c.rest = c.rest[n:]
	return value, true
}

func valueLength(raw []byte) int {
	switch raw[0] {
	case '"':
		return stringLength(raw)
	case '{', '[':
		return nestedLength(raw)
	}
	return bytes.IndexAny(raw, ",]} \t\r\n") // at the latest, the end of the list or object
}

func stringLength(raw []byte) int {
	n := 1
	for raw[n] != '"' {
		if raw[n] == '\\' {
			n++
		}
		n++
	}
	return n + 1
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

// stringOf reads a JSON string.
func stringOf(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var text string
	_ = json.Unmarshal(raw, &text) // which is a string in a text that is known to be valid
	return text
}
