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

	"plotline/internal/fault"
	"plotline/internal/jsoncut"
)

// FromQuery converts the values of a query to the JSON object that Decode reads for a struct of type t. Lists
// are given by repeating a name; other arguments may appear only once. A name without values is an empty list or
// null. Unknown names are passed on, so that Decode rejects them. The error is a *fault.Error with code invalid_argument.
func FromQuery(t reflect.Type, values url.Values) (json.RawMessage, error) {
	p := planOf(t)
	members := make(map[string]json.RawMessage, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, text := range append([]string{name}, values[name]...) {
			if !utf8.ValidString(text) { // JSON would replace invalid bytes
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
	if err != nil { // nested deeper than encoding/json allows
		return nil, fault.Invalid("arguments must be a JSON object")
	}
	return raw, nil
}

func (p *plan) fromQuery(name string, texts []string) (json.RawMessage, error) {
	place, known := p.byName[name]
	if !known {
		return json.RawMessage(`""`), nil
	}
	f := p.fieldAt(place)
	switch {
	case len(texts) == 1 && texts[0] == "": // not given, of a list too
		return json.RawMessage(`""`), nil
	case f.kind == kindStrings || f.kind == kindInts: // a number may be a string
		return quote(texts), nil
	case len(texts) == 0:
		return json.RawMessage("null"), nil
	case len(texts) > 1:
		return nil, fault.Invalid("%s is given %d times; give it once", name, len(texts))
	case f.kind == kindText:
		return quote(withPlus(texts[0])), nil
	case (f.kind == kindJSON || f.kind == kindObject || f.kind == kindStructs) && json.Valid([]byte(texts[0])):
		return json.RawMessage(texts[0]), nil
	case f.kind == kindBool && (texts[0] == "true" || texts[0] == "false"):
		return json.RawMessage(texts[0]), nil
	}
	return quote(texts[0]), nil // a number may be a string
}

// zone matches the end of a time whose unescaped + became a space in the query.
var zone = regexp.MustCompile(`^(.*T.*) (\d\d(:?\d\d)?)$`)

// withPlus repairs a time that was pasted into a URL without escaping.
func withPlus(text string) string { return zone.ReplaceAllString(text, "$1+$2") }

// With adds an argument from the path to the arguments of a body or query, which must be a JSON object or
// empty. Anything else is passed on, so that Decode rejects it. It returns a *fault.Error with code
// invalid_argument if the name is already present, because it is unclear which value is meant.
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
			return nil, fault.Invalid("%s is part of the path; leave it out of the query and the body", name)
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

// quote encodes a text or a list of texts as JSON.
func quote(value any) json.RawMessage {
	raw, _ := json.Marshal(value) // cannot fail for texts
	return raw
}
