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

	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/jsoncut"
)

// Decode decodes a JSON object into a struct of type In. It checks unknown names, required arguments and
// types, and sets defaults. Check validates bounds, except for an explicit 0, which Check would treat as
// absent. Empty input and null count as an empty object. If a name is repeated, its last value counts.
//
// The error is a *fault.Error with code invalid_argument. Its details describe the first fault. If there are
// more, "faults" lists up to MaxFaults, including those of Check.
func Decode[In any](raw json.RawMessage) (In, error) { return DecodeFrom[In](raw, Source{}) }

// DecodeFrom is Decode for arguments of a source.
func DecodeFrom[In any](raw json.RawMessage, from Source) (In, error) {
	var in In
	if !utf8.Valid(raw) { // encoding/json would replace invalid bytes or keep them
		return in, fault.Invalid("arguments must be UTF-8")
	}
	text := trimmed(raw)
	if Absent(text) {
		text = []byte("{}")
	}
	if text[0] != '{' || !json.Valid(text) {
		return in, fault.Invalid("arguments must be a JSON object")
	}
	d := decoder{from: from}
	into, p := reflect.ValueOf(&in).Elem(), planOf(reflect.TypeFor[In]())
	d.decodeStruct(text, into, p, "")
	if len(d.all) > 0 { // otherwise the caller has to call Check anyway
		check(&d.faults, into, p, "")
	}
	return in, d.err()
}

// decoder collects the faults of one call's arguments.
type decoder struct {
	faults
	from Source
}

// Absent reports whether the text is empty or null, which Decode treats as an empty object.
func Absent(raw []byte) bool {
	text := trimmed(raw)
	return len(text) == 0 || string(text) == "null"
}

// trimmed removes the white space that JSON allows around a value. Other spaces are invalid JSON.
func trimmed(raw []byte) []byte { return bytes.Trim(raw, " \t\r\n") }

// decodeStruct decodes an object. Its text must be valid JSON, as for all functions below.
func (d *decoder) decodeStruct(raw []byte, into reflect.Value, p *plan, path string) {
	values := d.split(raw, p, path)
	for i := range p.fields {
		if d.full() {
			return
		}
		f := &p.fields[i]
		value, at := values[i], join(path, f.name)
		if !isNotGiven(value) || f.mayBeEmpty() && string(value) == `""` {
			d.decodeField(f, value, into.FieldByIndex(f.index), at)
			continue
		}
		if f.required {
			d.add(at, fault.Invalid("%s is required", at))
			continue
		}
		if len(value) > 0 && value[0] == 'n' && p.cleared >= 0 && !d.from.NullIsAbsent {
			list := into.Field(p.cleared)
			list.Set(reflect.Append(list, reflect.ValueOf(f.name)))
		}
		if f.fallback.IsValid() {
			into.FieldByIndex(f.index).Set(f.fallback)
		}
	}
}

// split returns the values of an object by field. Errors for unknown names quote the name as written and list
// the valid names.
func (d *decoder) split(raw []byte, p *plan, path string) [][]byte {
	values := make([][]byte, len(p.fields)+len(p.aliases))
	members := jsoncut.New(raw)
	for !d.full() {
		quoted, more := members.Next()
		if !more {
			break
		}
		value, _ := members.Next()
		place, known := p.byName[string(quoted[1:len(quoted)-1])]
		if !known { // the name may contain escapes
			place, known = p.byName[jsoncut.Text(quoted)]
		}
		switch {
		case known:
			values[place] = value
		case path != "" || !d.from.ignores(jsoncut.Text(quoted)):
			p.refuseUnknown(&d.faults, clip.Runes(join(path, jsoncut.Text(quoted)), 100))
		}
	}
	d.mergeAliases(values, p, path)
	return values
}

// mergeAliases moves values that were given under another name to their fields. Both names may be given if the values are
// equal.
func (d *decoder) mergeAliases(values [][]byte, p *plan, path string) {
	for i, a := range p.aliases {
		value, field := values[len(p.fields)+i], &p.fields[a.field]
		named := &values[a.field]
		switch {
		case isNotGiven(value):
		case isNotGiven(*named):
			*named = value
		case !d.equal(field, a.of, *named, value):
			at := join(path, field.name)
			d.add(at, fault.Invalid("%s and %s name the same argument, but have different values (%s and %s); give one of them",
				at, join(path, a.name), clip.Runes(string(*named), shownValue), clip.Runes(string(value), shownValue)))
		}
	}
}

// mayBeEmpty reports whether an empty text is a value: that of a required text without any other bound than its length.
func (f *field) mayBeEmpty() bool {
	return f.required && f.kind == kindString && f.bounds.minLength == nil && f.bounds.minBytes == nil && f.bounds.enum == nil
}

// isNotGiven reports whether a value is that of an argument that is not given.
func isNotGiven(value []byte) bool {
	return len(value) == 0 || value[0] == 'n' || string(value) == `""`
}

// shownValue is how many characters of each value are shown in that error.
const shownValue = 60

// equal reports whether two texts decode to one value of type t.
func (d *decoder) equal(f *field, t reflect.Type, a, b []byte) bool {
	both := decoder{from: d.from}
	one, other := reflect.New(t).Elem(), reflect.New(t).Elem()
	both.decodeField(f, a, one, f.name)
	both.decodeField(f, b, other, f.name)
	return both.err() == nil && reflect.DeepEqual(one.Interface(), other.Interface())
}

// refuseUnknown reports an unknown argument. It lists the valid names only once.
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

func (d *decoder) decodeField(f *field, raw json.RawMessage, into reflect.Value, at string) {
	outside := d.from
	if f.kind.isNested() {
		raw = d.readText(raw)
	}
	switch f.kind {
	case kindObject, kindJSON:
		d.add(at, f.decodeKept(raw, into, at))
	case kindStrings, kindInts:
		d.decodeScalars(f, raw, into, at)
	case kindStructs:
		d.decodeStructs(f, raw, into, at)
	default:
		d.add(at, f.decodeScalar(raw, into, at))
	}
	d.from = outside
}

func (f *field) decodeScalar(raw json.RawMessage, into reflect.Value, at string) error {
	text, ok := f.scalarText(raw)
	if !ok {
		return fault.Invalid("%s must be %s", at, f.noun())
	}
	if err := f.setScalar(into, text); err != nil {
		return f.named(err, at)
	}
	if (f.kind == kindInt || f.kind == kindNumber) && into.IsZero() { // Check would take it for absent
		return between(at, 0, f.bounds)
	}
	return nil
}

// scalarText returns the text of a scalar of the right JSON type. Numbers may be given as strings.
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

// setScalar parses the text into a scalar of the field's kind, through pointers.
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

// named puts the argument's name before an error text that describes only the value.
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

// decodeKept stores an object, or a value of any kind, as JSON without white space.
func (f *field) decodeKept(raw json.RawMessage, into reflect.Value, at string) error {
	if f.kind == kindObject && raw[0] != '{' {
		return fault.Invalid("%s must be %s", at, f.noun())
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, raw) // raw is valid JSON
	into.SetBytes(compact.Bytes())
	return nil
}

func (d *decoder) decodeScalars(f *field, raw json.RawMessage, into reflect.Value, at string) {
	items, err := f.items(raw, at)
	if err != nil {
		d.add(at, err)
		return
	}
	element := &field{kind: kindOf(into.Type().Elem()), numbers: f.numbers}
	list := reflect.MakeSlice(into.Type(), len(items), len(items))
	for i, item := range items {
		if d.full() {
			return
		}
		place := fmt.Sprintf("%s[%d]", at, i)
		text, ok := element.scalarText(item)
		if !ok {
			d.add(place, fault.Invalid("%s must be %s", place, element.noun()))
			continue
		}
		d.add(place, element.named(element.setScalar(list.Index(i), text), place))
	}
	into.Set(list)
}

func (d *decoder) decodeStructs(f *field, raw json.RawMessage, into reflect.Value, at string) {
	items, err := f.items(raw, at)
	if err != nil {
		d.add(at, err)
		return
	}
	list := reflect.MakeSlice(into.Type(), len(items), len(items))
	for i, item := range items {
		if d.full() {
			return
		}
		before, place := len(d.all), fmt.Sprintf("%s[%d]", at, i)
		d.decodeItem(f, item, list.Index(i), place)
		d.index(before, i)
	}
	into.Set(list)
}

func (d *decoder) decodeItem(f *field, raw []byte, into reflect.Value, place string) {
	outside := d.from
	if raw = d.readText(raw); raw[0] == '{' {
		d.decodeStruct(raw, into, f.item, place)
	} else {
		d.add(place, fault.Invalid("%s must be an object", place))
	}
	d.from = outside
}

// items splits a list. It stops just past the maximum length, so that Check can report a list that is too
// long.
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
