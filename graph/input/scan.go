package input

import (
	"bytes"
	"encoding/json"
)

// cutter gives the values of a JSON list one after the other, or the names and values of an object
// in turn, without copying. The text must be valid JSON. Reading no further than asked, and each
// byte once, keeps a hostile body from costing more than its size.
type cutter struct{ rest []byte }

// blank are the bytes that may stand between two values.
var blank = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true}

func newCutter(raw []byte) cutter { return cutter{rest: raw[1:]} }

// next gives the next name or value, without white space around it, and false after the last.
func (c *cutter) next() ([]byte, bool) {
	start := 0
	for blank[c.rest[start]] {
		start++
	}
	if c.rest[start] == ']' || c.rest[start] == '}' {
		return nil, false
	}
	end := start + valueLength(c.rest[start:])
	value := c.rest[start:end]
	c.rest = c.rest[end:]
	return value, true
}

func valueLength(raw []byte) int {
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
