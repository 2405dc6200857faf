package fields

import (
	"bytes"
	"encoding/json"
)

// cutter gives the values of a list one after the other, or the names and values of an object in turn,
// without copying. The text must be valid JSON. Each byte is looked at once.
type cutter struct{ rest []byte }

// between are the bytes that may stand between two values.
var between = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true}

func newCutter(raw []byte) cutter { return cutter{rest: bytes.TrimLeft(raw, " \t\r\n")[1:]} }

// next gives the next name or value, and false after the last.
func (c *cutter) next() (json.RawMessage, bool) {
	start := 0
	for between[c.rest[start]] {
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
	for n < len(raw) && !between[raw[n]] && raw[n] != ']' && raw[n] != '}' {
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

// unquote reads a JSON string that is known to be valid.
func unquote(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	var text string
	_ = json.Unmarshal(raw, &text) // which is a part of a text that is valid
	return text
}
