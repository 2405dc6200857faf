// Package fields reads JSON objects member by member and writes them again without losing data. It keeps
// members that the program does not know, the order of the members, and the text of every unchanged
// value. Numbers never pass through float64.
package fields

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"plotline/internal/jsoncut"
)

// Member is a name and its value, as written in the text.
type Member struct {
	Name  string
	Value json.RawMessage
}

// Object is a JSON object in the order of its text. If a name occurs twice, the last value counts, at the
// place of the first.
type Object []Member

// Valid reports whether a text is one JSON value. It gives the same result as json.Valid, which takes
// five times as long.
func Valid(raw []byte) bool {
	return jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// mapThreshold is the number of members from which a map finds names faster than a linear search.
const mapThreshold = 32

// Parse reads an object from valid JSON; its values are slices of raw. The error says what raw holds
// instead of an object.
func Parse(raw []byte) (Object, error) { return ParseInto(make(Object, 0, 8), raw) }

// ParseInto is like Parse, but reuses the memory of an object that is no longer needed.
func ParseInto(o Object, raw []byte) (Object, error) {
	if kind := Kind(raw); kind != '{' {
		return nil, fmt.Errorf("an object was expected, not %s", noun(kind))
	}
	o = o[:0]
	var places map[string]int
	for c := jsoncut.New(raw); ; {
		quoted, more := c.Next()
		if !more {
			return o, nil
		}
		value, _ := c.Next()
		name := nameOf(quoted)
		if places == nil && len(o) >= mapThreshold {
			places = make(map[string]int, 2*mapThreshold)
			for i, m := range o {
				places[m.Name] = i
			}
		}
		at, repeated := o.find(name, places)
		if repeated {
			o[at].Value = value
			continue
		}
		if places != nil {
			places[name] = len(o)
		}
		o = append(o, Member{name, value})
	}
}

func (o Object) find(name string, places map[string]int) (int, bool) {
	if places != nil {
		at, ok := places[name]
		return at, ok
	}
	at := slices.IndexFunc(o, func(m Member) bool { return m.Name == name })
	return at, at >= 0
}

// Get returns the value of a name; nil if it is absent or null.
func (o Object) Get(name string) json.RawMessage {
	if at, ok := o.find(name, nil); ok && Kind(o[at].Value) != 'n' {
		return o[at].Value
	}
	return nil
}

// Has reports whether the object has a member of that name, null or not.
func (o Object) Has(name string) bool {
	_, ok := o.find(name, nil)
	return ok
}

// Kind returns the first byte of a value: { [ " t f n, or 0 for a number. For an empty text it returns '
// '.
func Kind(raw []byte) byte {
	text := jsoncut.Trimmed(raw)
	if len(text) == 0 {
		return ' '
	}
	if text[0] == '-' || (text[0] >= '0' && text[0] <= '9') {
		return '0'
	}
	return text[0]
}

func noun(kind byte) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	case ' ':
		return "nothing"
	}
	return "true or false"
}

// List splits a list in valid JSON into its items. If raw is absent or null, there are no items.
func List(raw json.RawMessage) ([]json.RawMessage, error) {
	switch kind := Kind(raw); kind {
	case ' ', 'n':
		return nil, nil
	case '[':
	default:
		return nil, fmt.Errorf("a list was expected, not %s", noun(kind))
	}
	var items []json.RawMessage
	for c := jsoncut.New(raw); ; {
		item, more := c.Next()
		if !more {
			return items, nil
		}
		items = append(items, item)
	}
}

// Text reads a string. Absent and null are "".
func Text(raw json.RawMessage) (string, error) {
	switch kind := Kind(raw); kind {
	case ' ', 'n':
		return "", nil
	case '"':
		return jsoncut.Text(bytes.TrimSpace(raw)), nil
	default:
		return "", fmt.Errorf("a string was expected, not %s", noun(kind))
	}
}

// IsTrue reports whether a value is true.
func IsTrue(raw json.RawMessage) bool { return Kind(raw) == 't' }

// Int reads a whole number, which may be written 1.0 or 1e2. If raw is absent or null, given is false.
func Int(raw json.RawMessage) (n int, given bool, err error) {
	switch kind := Kind(raw); kind {
	case ' ', 'n':
		return 0, false, nil
	case '0':
	default:
		return 0, false, fmt.Errorf("a number was expected, not %s", noun(kind))
	}
	text := string(bytes.TrimSpace(raw))
	if n, err := strconv.Atoi(text); err == nil {
		return n, true, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > 1<<53 {
		return 0, false, fmt.Errorf("a whole number was expected, not %.40s", text)
	}
	return int(x), true, nil
}

// frequent holds the names that a large metadata file has thousands of times.
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

// nameOf returns a member's name. It does not allocate for frequent names.
func nameOf(quoted []byte) string {
	if name, ok := frequent[string(quoted[1:len(quoted)-1])]; ok {
		return name
	}
	return jsoncut.Text(quoted)
}
