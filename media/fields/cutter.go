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

func newCutter(raw []byte) cutter { return cutter{rest: trimmed(raw)[1:]} }

// trimmed is without the white space that JSON allows before a value.
func trimmed(raw []byte) []byte {
	for len(raw) > 0 && (raw[0] == ' ' || raw[0] == '\n' || raw[0] == '\t' || raw[0] == '\r') {
		raw = raw[1:]
	}
	return raw
}

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

// frequent are the names that a large metadata file has thousands of times.
var frequent = func() map[string]string {
	table := map[string]string{}
	for _, name := range []string{
		"absolutePath", "seasonNumber", "episodeNumber", "subtitleFilePaths", "audioFilePaths", "air_date", "crew", "episode_number",
		"episode_type", "guest_stars", "id", "name", "overview", "production_code", "runtime", "season_number", "show_id", "still_path",
		"vote_average", "vote_count",
	} {
		table[name] = name
	}
	return table
}()

// nameOf reads a member's name.
func nameOf(quoted []byte) string {
	if name, ok := frequent[string(quoted[1:len(quoted)-1])]; ok {
		return name
	}
	return unquote(quoted)
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
