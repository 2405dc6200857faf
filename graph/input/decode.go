package input

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"plotline/graph/clip"
	"plotline/graph/fault"
	"plotline/graph/jsoncut"
)

// Decode reads a JSON object into a struct of type In: unknown names, required arguments, types
// and defaults. Bounds are Check's, but for a 0 that Check would take for an absent argument.
// Absent or null arguments as a whole are an empty object; of a name given twice the last counts.
// The error is a *fault.Error with code invalid_argument. Its details are those of the first fault;
// "faults" lists up to MaxFaults when there are more, those of Check among them.
func Decode[In any](raw json.RawMessage) (In, error) {
	var in In
	if !utf8.Valid(raw) { // encoding/json would replace what it cannot read, or pass it on unread
		return in, fault.Invalid("arguments must be UTF-8")
	}
	text := trimmed(raw)
	if Absent(text) {
		text = []byte("{}")
	}
	if text[0] != '{' || !json.Valid(text) {
		return in, fault.Invalid("arguments must be a JSON object")
	}
	var c faults
	into, p := reflect.ValueOf(&in).Elem(), planOf(reflect.TypeFor[In]())
	decodeStruct(&c, text, into, p, "")
	if len(c.all) > 0 { // else the caller has to call Check anyway
		check(&c, into, p, "")
	}
	return in, c.err()
}

// Absent tells whether the text says nothing at all, which Decode takes for an empty object.
func Absent(raw []byte) bool {
	text := trimmed(raw)
	return len(text) == 0 || string(text) == "null"
}

// trimmed is without the white space that JSON allows around a value; other spaces are no JSON.
func trimmed(raw []byte) []byte { return bytes.Trim(raw, " \t\r\n") }

// decodeStruct reads an object of a text that is known to be valid, as all below do.
func decodeStruct(c *faults, raw []byte, into reflect.Value, p *plan, path string) {
	given := p.given(c, raw, path)
	for i := range p.fields {
		if c.full() {
			return
		}
		f := &p.fields[i]
		value, at := given[i], join(path, f.name)
		if len(value) > 0 && value[0] != 'n' {
			f.decode(c, value, into.FieldByIndex(f.index), at)
			continue
		}
		if f.required {
			c.add(at, fault.Invalid("%s is required", at))
			continue
		}
		if len(value) > 0 && p.cleared >= 0 { // null
			list := into.Field(p.cleared)
			list.Set(reflect.Append(list, reflect.ValueOf(f.name)))
		}
		if f.fallback.IsValid() {
			into.FieldByIndex(f.index).Set(f.fallback)
		}
	}
}

// given finds the arguments of an object by their place in the plan. It names unknown ones as they
// stand in the text, and the valid ones.
func (p *plan) given(c *faults, raw []byte, path string) [][]byte {
	values := make([][]byte, len(p.fields))
	members := jsoncut.New(raw)
	for !c.full() {
		quoted, more := members.Next()
		if !more {
			break
		}
		value, _ := members.Next()
		place, known := p.byName[string(quoted[1:len(quoted)-1])]
		if !known { // or written with escapes
			place, known = p.byName[jsoncut.Text(quoted)]
		}
		if !known {
			p.refuseUnknown(c, clip.Runes(join(path, jsoncut.Text(quoted)), 100))
			continue
		}
		values[place] = value
	}
	return values
}

// refuseUnknown lists the valid names once, not for each of several unknown arguments.
func (p *plan) refuseUnknown(c *faults, at string) {
	if c.listed == p {
		c.add(at, fault.Invalid("unknown argument '%s'", at))
		return
	}
	c.listed = p
	names := make([]string, len(p.fields))
	for i := range p.fields {
		names[i] = p.fields[i].name
	}
	valid := strings.Join(names, ", ")
	if valid == "" {
		valid = "none"
	}
	c.add(at, fault.Invalid("unknown argument '%s'; valid: %s", at, valid).With("valid", names))
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (f *field) decode(c *faults, raw json.RawMessage, into reflect.Value, at string) {
	switch f.kind {
	case kindObject, kindJSON:
		c.add(at, f.decodeKept(raw, into, at))
	case kindStrings, kindInts:
		f.decodeScalars(c, raw, into, at)
	case kindStructs:
		f.decodeStructs(c, raw, into, at)
	default:
		c.add(at, f.decodeScalar(raw, into, at))
	}
}

func (f *field) decodeScalar(raw json.RawMessage, into reflect.Value, at string) error {
	text, ok := f.scalarText(raw)
	if !ok {
		return fault.Invalid("%s must be %s", at, f.noun())
	}
	if err := f.setScalar(into, text); err != nil {
		return f.named(err, at)
	}
	if !into.IsZero() {
		return nil
	}
	switch f.kind { //nolint:exhaustive // of these alone an absent argument may be the zero value
	case kindInt, kindNumber:
		return between(at, 0, f.bounds)
	case kindString, kindText:
		if f.fallback.IsValid() { // an optional argument that is empty counts as absent
			into.Set(f.fallback)
		}
	}
	return nil
}

// scalarText gives the text of a scalar of the right JSON type: numbers may come as strings.
func (f *field) scalarText(raw json.RawMessage) (string, bool) {
	first := raw[0]
	isString := first == '"'
	isNumber := first == '-' || (first >= '0' && first <= '9')
	switch f.kind { //nolint:exhaustive // lists and objects went elsewhere
	case kindInt, kindNumber:
		if isNumber {
			return string(raw), true
		}
	case kindText:
		if isNumber && f.numbers {
			return string(raw), true
		}
	case kindBool:
		return string(raw), first == 't' || first == 'f'
	}
	if !isString {
		return "", false
	}
	return jsoncut.Text(raw), true
}

var errNoun = errors.New("wrong type")

// setScalar writes the text into a scalar of the field's kind, through pointers.
func (f *field) setScalar(into reflect.Value, text string) error {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch f.kind { //nolint:exhaustive // lists and objects have no default and went elsewhere
	case kindText:
		return into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
	case kindString:
		into.SetString(text)
	case kindInt:
		n, ok := exactInt(text)
		if !ok {
			return errNoun
		}
		into.SetInt(n)
	case kindNumber:
		x, ok := exactNumber(text)
		if !ok {
			return errNoun
		}
		into.SetFloat(x)
	case kindBool:
		into.SetBool(text == "true")
	}
	return nil
}

// named puts the argument's name before a text that speaks of a value alone.
func (f *field) named(err error, at string) error {
	var own *fault.Error
	switch {
	case err == nil || errors.As(err, &own):
		return err
	case errors.Is(err, errNoun):
		return fault.Invalid("%s must be %s", at, f.noun())
	default:
		return fault.Invalid("%s %v", at, err)
	}
}

func (f *field) noun() string {
	switch f.kind {
	case kindInt:
		return "an integer"
	case kindNumber:
		return "a number"
	case kindBool:
		return "true or false"
	case kindObject:
		return "an object"
	case kindStrings:
		if f.numbers {
			return "a list of strings or integers"
		}
		return "a list of strings"
	case kindInts:
		return "a list of integers"
	case kindStructs:
		return "a list of objects"
	case kindJSON:
		return "JSON"
	case kindText:
		if f.numbers {
			return "a string or an integer"
		}
	case kindString:
	}
	return "a string"
}

// decodeKept keeps an object, or a value of any kind, as it was written.
func (f *field) decodeKept(raw json.RawMessage, into reflect.Value, at string) error {
	if f.kind == kindObject && raw[0] != '{' {
		return fault.Invalid("%s must be %s", at, f.noun())
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, raw) // which is a part of a text that was read without an error
	into.SetBytes(compact.Bytes())
	return nil
}

func (f *field) decodeScalars(c *faults, raw json.RawMessage, into reflect.Value, at string) {
	items, err := f.items(raw, at)
	if err != nil {
		c.add(at, err)
		return
	}
	element := &field{kind: kindOf(into.Type().Elem()), numbers: f.numbers}
	list := reflect.MakeSlice(into.Type(), len(items), len(items))
	for i, item := range items {
		if c.full() {
			return
		}
		place := fmt.Sprintf("%s[%d]", at, i)
		text, ok := element.scalarText(item)
		if !ok {
			c.add(place, fault.Invalid("%s must be %s", place, element.noun()))
			continue
		}
		c.add(place, element.named(element.setScalar(list.Index(i), text), place))
	}
	into.Set(list)
}

func (f *field) decodeStructs(c *faults, raw json.RawMessage, into reflect.Value, at string) {
	items, err := f.items(raw, at)
	if err != nil {
		c.add(at, err)
		return
	}
	list := reflect.MakeSlice(into.Type(), len(items), len(items))
	for i, item := range items {
		if c.full() {
			return
		}
		before, place := len(c.all), fmt.Sprintf("%s[%d]", at, i)
		if item[0] == '{' {
			decodeStruct(c, item, list.Index(i), f.item, place)
		} else {
			c.add(place, fault.Invalid("%s must be an object", place))
		}
		c.index(before, i)
	}
	into.Set(list)
}

// items cuts a list. An over-long one is Check's to refuse, in its own words; reading stops just
// past the bound.
func (f *field) items(raw json.RawMessage, at string) ([][]byte, error) {
	if raw[0] != '[' {
		return nil, fault.Invalid("%s must be %s", at, f.noun())
	}
	var items [][]byte
	elements := jsoncut.New(raw)
	for f.bounds.maxItems == nil || len(items) <= *f.bounds.maxItems {
		item, more := elements.Next()
		if !more {
			break
		}
		items = append(items, item)
	}
	return items, nil
}
