package output

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// Object is a JSON object whose members keep the order in which they were added. The zero value is empty.
type Object struct{ members bytes.Buffer }

// Add adds a member. A value that cannot be encoded becomes null.
func (o *Object) Add(name string, value any) {
	raw, err := Marshal(value)
	if err != nil {
		raw = json.RawMessage("null")
	}
	if o.members.Len() > 0 {
		o.members.WriteByte(',')
	}
	quoted, _ := Marshal(name) // cannot fail for a text
	o.members.Write(quoted)
	o.members.WriteByte(':')
	o.members.Write(raw)
}

// AddSorted adds the members of a map, sorted by name.
func (o *Object) AddSorted(members map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		o.Add(name, members[name])
	}
}

// JSON returns the object built so far.
func (o *Object) JSON() json.RawMessage {
	return slices.Concat(json.RawMessage("{"), o.members.Bytes(), json.RawMessage("}"))
}
