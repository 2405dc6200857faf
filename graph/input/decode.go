package input

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"plotline/graph/fault"
)

// Decode reads a JSON object into a struct of type In: unknown names, required arguments, types
// and defaults. Bounds are Check's. Absent or null arguments as a whole are an empty object. The
// error is a *fault.Error with code invalid_argument.
func Decode[In any](raw json.RawMessage) (In, error) {
	var in In
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) == 0 || bytes.Equal(trimmed, []byte("null")) {
		trimmed = []byte("{}")
	}
	err := decodeStruct(trimmed, reflect.ValueOf(&in).Elem(), planOf(reflect.TypeFor[In]()), "")
	return in, err
}

func decodeStruct(raw []byte, into reflect.Value, p *plan, path string) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil || given == nil {
		if path == "" {
			return fault.Invalid("arguments must be a JSON object").Because(err)
		}
		return fault.Invalid("%s must be an object", path)
	}
	if err := refuseUnknown(raw, given, p, path); err != nil {
		return err
	}
	for i := range p.fields {
		f := &p.fields[i]
		value, there := given[f.name]
		null := there && string(value) == "null"
		at := join(path, f.name)
		if !there || null {
			if f.required {
				return fault.Invalid("%s is required", at)
			}
			if null && p.cleared >= 0 {
				list := into.Field(p.cleared)
				list.Set(reflect.Append(list, reflect.ValueOf(f.name)))
			}
			if f.fallback.IsValid() {
				into.Field(f.index).Set(f.fallback)
			}
			continue
		}
		if err := f.decode(value, into.Field(f.index), at); err != nil {
			return err
		}
	}
	return nil
}

// refuseUnknown names the first unknown argument as it stands in the text, and the valid ones.
func refuseUnknown(raw []byte, given map[string]json.RawMessage, p *plan, path string) error {
	known := 0
	for name := range given {
		if _, ok := p.byName[name]; ok {
			known++
		}
	}
	if known == len(given) {
		return nil
	}
	names := make([]string, len(p.fields))
	for i := range p.fields {
		names[i] = p.fields[i].name
	}
	valid := strings.Join(names, ", ")
	if valid == "" {
		valid = "none"
	}
	return fault.Invalid("unknown argument '%s'; valid: %s", join(path, firstUnknown(raw, p)), valid).
		With("valid", names)
}

func firstUnknown(raw []byte, p *plan) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, _ = dec.Token()
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			break
		}
		text, _ := name.(string)
		if _, ok := p.byName[text]; !ok {
			return text
		}
		var skip json.RawMessage
		_ = dec.Decode(&skip)
	}
	return ""
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (f *field) decode(raw json.RawMessage, into reflect.Value, at string) error {
	switch f.kind { //nolint:exhaustive // scalars follow
	case kindObject:
		return decodeObject(raw, into, at)
	case kindStrings:
		return f.decodeStrings(raw, into, at)
	case kindStructs:
		return f.decodeStructs(raw, into, at)
	}
	text, ok := f.scalarText(raw)
	if !ok {
		return fault.Invalid("%s must be %s", at, f.noun())
	}
	return f.named(f.setScalar(into, text), at)
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
	case kindBool:
		return string(raw), !isString && !isNumber
	}
	if !isString {
		return "", false
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err == nil
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
		return into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)) //nolint:errcheck,forcetypeassert // kindOf looked
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
		return "a list of strings"
	case kindStructs:
		return "a list of objects"
	case kindString, kindText:
	}
	return "a string"
}

func decodeObject(raw json.RawMessage, into reflect.Value, at string) error {
	if raw[0] != '{' {
		return fault.Invalid("%s must be an object", at)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return fault.Invalid("%s must be an object", at).Because(err)
	}
	into.SetBytes(compact.Bytes())
	return nil
}

func (f *field) decodeStrings(raw json.RawMessage, into reflect.Value, at string) error {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return fault.Invalid("%s must be %s", at, f.noun())
	}
	element := &field{kind: kindOf(into.Type().Elem())}
	list := reflect.MakeSlice(into.Type(), len(items), len(items))
	for i, item := range items {
		place := fmt.Sprintf("%s[%d]", at, i)
		text, ok := element.scalarText(item)
		if !ok {
			return fault.Invalid("%s must be a string", place)
		}
		if err := element.named(element.setScalar(list.Index(i), text), place); err != nil {
			return err
		}
	}
	into.Set(list)
	return nil
}

func (f *field) decodeStructs(raw json.RawMessage, into reflect.Value, at string) error {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return fault.Invalid("%s must be %s", at, f.noun())
	}
	// An over-long list is Check's to refuse, in its own words; decoding stops just past the bound.
	if most := f.bounds.maxItems; most != nil && len(items) > *most {
		items = items[:*most+1]
	}
	list := reflect.MakeSlice(into.Type(), len(items), len(items))
	for i, item := range items {
		if err := decodeStruct(item, list.Index(i), f.item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return fault.From(err).At(i)
		}
	}
	into.Set(list)
	return nil
}

// exactInt takes 10, 10.0 and 1e1, and nothing that would have to be rounded.
func exactInt(text string) (int64, bool) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && text[0] != '+' {
		return n, true
	}
	if whole, zeros, ok := strings.Cut(text, "."); ok && strings.Trim(zeros, "0") == "" && zeros != "" {
		n, err := strconv.ParseInt(whole, 10, 64)
		return n, err == nil && whole[0] != '+'
	}
	x, ok := exactNumber(text)
	const limit = 1 << 53
	if !ok || strings.Contains(text, ".") || x < -limit || x > limit || x != float64(int64(x)) {
		return 0, false
	}
	return int64(x), true
}

// exactNumber takes what JSON calls a number and float64 can hold.
func exactNumber(text string) (float64, bool) {
	if !json.Valid([]byte(text)) || strings.ContainsAny(text, "\"{[ntf \t\r\n") {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}
