package fields

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Known is a member that the program knows, with its new value; nil means absent.
type Known struct {
	Name  string
	Value json.RawMessage
}

// Write returns an object with the members of o, in their order. It replaces the values of the members in
// known and appends those that o lacks. A member without a value is left out, unless o has null there.
func (o Object) Write(known ...Known) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, m := range o {
		value := m.Value
		for _, k := range known {
			if k.Name == m.Name && (k.Value != nil || Kind(m.Value) != 'n') {
				value = k.Value
			}
		}
		add(&b, m.Name, value)
	}
	for _, k := range known {
		if !o.Has(k.Name) {
			add(&b, k.Name, k.Value)
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}

func add(b *bytes.Buffer, name string, value json.RawMessage) {
	if value == nil {
		return
	}
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	b.Write(Quote(name))
	b.WriteByte(':')
	b.Write(value)
}

// Text returns a string member. If the value is unchanged, its text in o is kept. An empty string that o
// lacks stays absent.
func (o Object) Text(name, value string) Known {
	if old := o.Get(name); old != nil {
		if current, err := Text(old); err == nil && current == value {
			return Known{name, old}
		}
	}
	if value == "" {
		return Known{Name: name}
	}
	return Known{name, Quote(value)}
}

// Int returns a number member. If the value is unchanged, its text in o is kept. A nil value is absent.
func (o Object) Int(name string, value *int) Known {
	if value == nil {
		return Known{Name: name}
	}
	if old := o.Get(name); old != nil {
		if current, given, err := Int(old); err == nil && given && current == *value {
			return Known{name, old}
		}
	}
	return Known{name, strconv.AppendInt(nil, int64(*value), 10)}
}

// Count is Int for a number that is 0 if absent. It leaves out a 0 if the object was read without it.
func (o Object) Count(name string, value int) Known {
	if value == 0 && o != nil && o.Get(name) == nil {
		return Known{Name: name}
	}
	return o.Int(name, &value)
}

// Flag returns a member that is true, or else absent. A value of o that is no boolean counts as false, and is kept.
func (o Object) Flag(name string, value bool) Known {
	old := o.Get(name)
	switch {
	case value:
		return Known{name, json.RawMessage("true")}
	case IsTrue(old):
		return Known{Name: name}
	}
	return Known{name, old}
}

// Items returns a list member of encoded values. An empty list that o lacks stays absent.
func (o Object) Items(name string, items []json.RawMessage) Known {
	if len(items) == 0 && o.Get(name) == nil {
		return Known{Name: name}
	}
	return Known{name, Join(items)}
}

// Join writes a list of values.
func Join(items []json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(item)
	}
	b.WriteByte(']')
	return b.Bytes()
}

// Quote encodes a string and leaves < > & unescaped.
func Quote(text string) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // encoding a string into a buffer does not fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
