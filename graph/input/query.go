package input

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"unicode/utf8"

	"plotline/graph/fault"
	"plotline/graph/jsoncut"
)

// FromQuery writes the values of an address's query as the JSON object that Decode reads for a struct
// of type t. A list is a name that comes several times; any other argument may come once. A name that
// the struct does not know is passed on, for Decode to refuse it. The error is a *fault.Error with
// code invalid_argument.
func FromQuery(t reflect.Type, values url.Values) (json.RawMessage, error) {
	p := planOf(t)
	members := make(map[string]json.RawMessage, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, text := range append([]string{name}, values[name]...) {
			if !utf8.ValidString(text) { // JSON would replace what it cannot write
				return nil, fault.Invalid("arguments must be UTF-8")
			}
		}
		value, err := p.fromQuery(name, values[name])
		if err != nil {
			return nil, err
		}
		members[name] = value
	}
	raw, err := json.Marshal(members)
	if err != nil { // one level more than encoding/json takes
		return nil, fault.Invalid("arguments must be a JSON object")
	}
	return raw, nil
}

func (p *plan) fromQuery(name string, texts []string) (json.RawMessage, error) {
	place, known := p.byName[name]
	if !known {
		return json.RawMessage(`""`), nil
	}
	f := p.fields[place]
	switch {
	case f.kind == kindStrings || f.kind == kindInts: // a number may come as a string
		return quote(texts), nil
	case len(texts) > 1:
		return nil, fault.Invalid("%s is given %d times", name, len(texts))
	case f.kind == kindText:
		return quote(withPlus(texts[0])), nil
	case (f.kind == kindJSON || f.kind == kindObject) && json.Valid([]byte(texts[0])):
		return json.RawMessage(texts[0]), nil
	case f.kind == kindBool && (texts[0] == "true" || texts[0] == "false"):
		return json.RawMessage(texts[0]), nil
	}
	return quote(texts[0]), nil // a number may come as a string
}

// zone is the end of a time whose + was not escaped: in a query it means a space.
var zone = regexp.MustCompile(`^(.*T.*) (\d\d(:?\d\d)?)$`)

// withPlus mends a time as we print it, pasted into an address by hand.
func withPlus(text string) string { return zone.ReplaceAllString(text, "$1+$2") }

// With adds an argument that stands in an address's path to the arguments of a body or a query, which
// must be a JSON object, or nothing. What is no object is passed on for Decode to refuse it. The error
// is a *fault.Error with code invalid_argument, for a name that is there already: which of the two
// was meant?
func With(raw json.RawMessage, name, value string) (json.RawMessage, error) {
	text := trimmed(raw)
	if len(text) == 0 {
		text = []byte("{}")
	}
	if text[0] != '{' || !json.Valid(text) {
		return raw, nil
	}
	var b bytes.Buffer
	b.WriteByte('{')
	members := jsoncut.New(text)
	for {
		quoted, more := members.Next()
		if !more {
			break
		}
		if jsoncut.Text(quoted) == name {
			return nil, fault.Invalid("%s stands in the path; leave it out elsewhere", name)
		}
		value, _ := members.Next()
		writeMember(&b, quoted, value)
		b.WriteByte(',')
	}
	writeMember(&b, quote(name), quote(value))
	b.WriteByte('}')
	return b.Bytes(), nil
}

func writeMember(b *bytes.Buffer, quoted, value []byte) {
	b.Write(quoted)
	b.WriteByte(':')
	b.Write(value)
}

// quote writes texts, and what is made of them, as JSON.
func quote(value any) json.RawMessage {
	raw, _ := json.Marshal(value) // which cannot fail for texts
	return raw
}
