package transcript

import (
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"plotline/internal/jsoncut"
)

// The rows of a long session hold whole files and outputs. Decoding into structs would read these texts several times over. A row
// is checked once and then cut up.

// object has the values of a JSON object by their names. Clients change their formats, so a value of another kind than expected
// is as good as none.
type object map[string][]byte

// parse cuts up a JSON text that may be invalid, and reports whether it is an object.
func parse(raw []byte) (object, bool) {
	if len(raw) == 0 || raw[0] != '{' ||
		!jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return nil, false
	}
	return objectOf(raw), true
}

// objectOf cuts up valid JSON. A value that is no object has no members.
func objectOf(raw []byte) object {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	o := object{}
	for c := jsoncut.New(raw); ; {
		name, more := c.Next()
		if !more {
			return o
		}
		o[jsoncut.Text(name)], _ = c.Next()
	}
}

// in returns the object that is a member.
func (o object) in(name string) object { return objectOf(o[name]) }

func (o object) text(name string) string { return textOf(o[name]) }

// number returns a whole number, or nil.
func (o object) number(name string) *int { return number(string(o[name])) }

func (o object) isTrue(name string) bool { return string(o[name]) == "true" }

// textOf returns a text, or "" for another value.
func textOf(raw []byte) string {
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	return jsoncut.Text(raw)
}

// elements yields the values of a valid list. Of another value it yields none.
func elements(raw []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(raw) == 0 || raw[0] != '[' {
			return
		}
		for c := jsoncut.New(raw); ; {
			value, more := c.Next()
			if !more || !yield(value) {
				return
			}
		}
	}
}

// contentOf returns the text of a message, without what the client adds to it, and its blocks, if it has some. A block is a text, the
// use of a tool, or its result.
func contentOf(raw []byte) (text string, blocks []object) {
	if text = textOf(raw); text != "" {
		return text, nil
	}
	var texts []string
	for element := range elements(raw) {
		b := objectOf(element)
		blocks = append(blocks, b)
		if t := b.text("text"); t != "" && !strings.HasPrefix(t, "<system-reminder>") && !strings.HasPrefix(t, "<ide_") {
			texts = append(texts, t)
		}
	}
	return strings.Join(texts, "\n"), blocks
}
