package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// node is a value in a JSON text, with its place.
type node struct {
	start, end int
	kind       byte // '{', '[' or 0
	members    []member
}

// member is a member of an object, or an element of a list, which has no key.
type member struct {
	key   string
	start int // of the key
	value node
}

var errNotJSON = errors.New("it is not plain JSON")

// parse finds the values of a JSON text.
func parse(text []byte) (node, error) {
	if !json.Valid(text) {
		return node{}, errNotJSON
	}
	p := parser{text, json.NewDecoder(bytes.NewReader(text))}
	return p.value(), nil
}

type parser struct {
	text    []byte
	decoder *json.Decoder
}

// next returns where the next token starts.
func (p *parser) next() int {
	at := int(p.decoder.InputOffset())
	for at < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[at]) >= 0 {
		at++
	}
	return at
}

// value reads one value. The text is valid, so the decoder does not fail.
func (p *parser) value() node {
	n := node{start: p.next()}
	token, _ := p.decoder.Token()
	if _, is := token.(json.Delim); is {
		n.kind = p.text[n.start]
		for p.decoder.More() {
			m := member{start: p.next()}
			if n.kind == '{' {
				key, _ := p.decoder.Token()
				m.key, _ = key.(string)
			}
			m.value = p.value()
			n.members = append(n.members, m)
		}
		_, _ = p.decoder.Token()
	}
	n.end = int(p.decoder.InputOffset())
	return n
}

// find returns the member of an object with a key. Of two with the same key, clients use the last.
func (n node) find(key string) (index int, found bool) {
	if n.kind != '{' {
		return 0, false
	}
	for i, m := range slices.Backward(n.members) {
		if m.key == key {
			return i, true
		}
	}
	return 0, false
}

// walk returns the value at a path of keys.
func (n node) walk(path ...string) (node, bool) {
	for _, key := range path {
		i, found := n.find(key)
		if !found {
			return node{}, false
		}
		n = n.members[i].value
	}
	return n, true
}

// style is how a JSON text is laid out.
type style struct {
	newline string // empty if the text is one line
	unit    string // the indentation of one level
}

func styleOf(text []byte, root node) style {
	s := style{unit: "  "}
	switch {
	case bytes.Contains(text, []byte("\r\n")):
		s.newline = "\r\n"
	case bytes.IndexByte(text[root.start:root.end], '\n') >= 0, len(root.members) == 0:
		s.newline = "\n"
	}
	if len(root.members) > 0 {
		if indent, first := indentation(text, root.members[0].start); first && indent != "" {
			s.unit = indent
		}
	}
	return s
}

// indentation returns the blanks before a place, and whether nothing else stands before it in its line.
func indentation(text []byte, at int) (indent string, first bool) {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	before := string(text[start:at])
	return before, start > 0 && strings.Trim(before, " \t") == ""
}

// insertion returns what to insert where, so that a container at a depth gets one more member at its end. The key is empty for
// a list.
func (s style) insertion(text []byte, c node, depth int, key string, value any) (at int, added string) {
	indent, broken := strings.Repeat(s.unit, depth+1), s.newline != ""
	if n := len(c.members); n > 0 {
		own, first := indentation(text, c.members[n-1].start)
		if first {
			indent = own
		}
		broken = broken && first
	}
	member := ""
	if key != "" {
		member = encoded(key, "", "") + ":"
	}
	if !broken {
		if key != "" {
			member += " "
		}
		member += encoded(value, "", "")
		if n := len(c.members); n > 0 {
			return c.members[n-1].value.end, ", " + member
		}
		return c.start + 1, member
	}
	if key != "" {
		member += " "
	}
	member = s.newline + indent + member + strings.ReplaceAll(encoded(value, indent, s.unit), "\n", s.newline)
	if n := len(c.members); n > 0 {
		return c.members[n-1].value.end, "," + member
	}
	if bytes.IndexByte(text[c.start:c.end], '\n') < 0 {
		member += s.newline + strings.Repeat(s.unit, depth)
	}
	return c.start + 1, member
}

// encoded returns a value as JSON, which people read, so that > stays >.
func encoded(value any, prefix, unit string) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if unit != "" {
		encoder.SetIndent(prefix, unit)
	}
	_ = encoder.Encode(value) // our own values, which have no channels or functions
	return strings.TrimSuffix(text.String(), "\n")
}

// cut returns the text without one member of a container.
func cut(text []byte, c node, index int) []byte {
	from, to := c.start+1, c.end-1
	switch last := len(c.members) - 1; {
	case last == 0:
	case index > 0:
		from, to = c.members[index-1].value.end, c.members[index].value.end
	default:
		from, to = c.members[0].start, c.members[1].start
	}
	return append(append([]byte{}, text[:from]...), text[to:]...)
}
