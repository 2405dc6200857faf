package input

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// plan holds the parsed tags of one struct type.
type plan struct {
	fields  []field
	byName  map[string]int
	aliases []alias // byName has them after the fields
	cleared int     // index of the Cleared field, or -1
}

// alias is another name of a field, which schemas do not show.
type alias struct {
	name  string
	field int
	of    reflect.Type // of the field
}

type field struct {
	name     string
	index    []int // index path through embedded structs
	kind     kind
	required bool
	numbers  bool          // whether a text also accepts numbers: see Numbered
	fallback reflect.Value // the default; invalid if there is none
	bounds   bounds
	item     *plan // of the items of a list of structs
}

type bounds struct {
	enum                 []string
	min, max             *float64
	minLength, maxLength *int
	minBytes, maxBytes   *int
	minItems, maxItems   *int
}

type kind int

const (
	kindString kind = iota
	kindText        // a type that unmarshals itself from a string
	kindInt
	kindNumber
	kindBool
	kindObject // from here on, lists and objects
	kindJSON
	kindStrings
	kindInts
	kindStructs
)

// Object is a JSON object kept byte for byte, except for white space, so that no number is converted to
// float64.
type Object json.RawMessage

// MarshalJSON returns the bytes unchanged; an absent object is null.
func (o Object) MarshalJSON() ([]byte, error) { return json.RawMessage(o).MarshalJSON() }

// UnmarshalJSON keeps the bytes unchanged.
func (o *Object) UnmarshalJSON(data []byte) error {
	return (*json.RawMessage)(o).UnmarshalJSON(data)
}

// JSON is a JSON value of any kind, kept byte for byte except for white space. The tag "as" names the type
// that its JSON Schema shows. The zero value and null count as absent.
type JSON json.RawMessage

// MarshalJSON returns the bytes unchanged; an absent value is null.
func (j JSON) MarshalJSON() ([]byte, error) {
	if len(j) == 0 {
		return []byte("null"), nil
	}
	return j, nil
}

// UnmarshalJSON keeps the bytes unchanged; null is an absent value.
func (j *JSON) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*j = nil
		return nil
	}
	*j = slices.Clone(data)
	return nil
}

// Numbered is a type that unmarshals itself from a text and also accepts a number. UnmarshalText gets the
// number as it was written.
type Numbered interface {
	encoding.TextUnmarshaler

	TakesNumbers()
}

// Cleared lists the optional arguments that were given as null. A struct that must distinguish null from
// absent has one field of this type; otherwise null means absent.
type Cleared []string

// Has reports whether the argument was given as null.
func (c Cleared) Has(name string) bool { return slices.Contains(c, name) }

var (
	plans       sync.Map // reflect.Type → *plan
	objectType  = reflect.TypeFor[Object]()
	jsonType    = reflect.TypeFor[JSON]()
	clearedType = reflect.TypeFor[Cleared]()
	textType    = reflect.TypeFor[encoding.TextUnmarshaler]()
	numbersType = reflect.TypeFor[Numbered]()
)

// Prepare parses the tags of In. It panics on an invalid tag, which is a programming error. Constructors of
// use cases call it, so that the panic happens at start.
func Prepare[In any]() { planOf(reflect.TypeFor[In]()) }

// fieldAt returns the field of a place in byName.
func (p *plan) fieldAt(place int) *field {
	if place >= len(p.fields) {
		place = p.aliases[place-len(p.fields)].field
	}
	return &p.fields[place]
}

// planOf parses a struct type once.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{byName: map[string]int{}, cleared: -1}
	for _, sf := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		switch {
		case sf.Type == clearedType:
			p.cleared = sf.Index[0]
			continue
		case name == "-", !sf.IsExported(), sf.Anonymous && name == "" && sf.Type.Kind() == reflect.Struct: // its fields follow
			continue
		}
		if _, repeated := p.byName[name]; repeated || name == "" {
			panic(fmt.Sprintf("input: %s.%s needs a json name of its own", t, sf.Name))
		}
		p.byName[name] = len(p.fields)
		if other, ok := sf.Tag.Lookup("alias"); ok {
			p.aliases = append(p.aliases, alias{other, len(p.fields), sf.Type})
		}
		p.fields = append(p.fields, fieldOf(sf, name, strings.Contains(options, "omit")))
	}
	for i, a := range p.aliases {
		if _, repeated := p.byName[a.name]; repeated || a.name == "" {
			panic(fmt.Sprintf("input: %s: the alias %q is the name of another argument", t, a.name))
		}
		p.byName[a.name] = len(p.fields) + i
	}
	plans.Store(t, p)
	return p
}

func fieldOf(sf reflect.StructField, name string, optional bool) field {
	f := field{
		name: name, index: sf.Index, required: !optional, kind: kindOf(sf.Type), numbers: takesNumbers(sf.Type), bounds: boundsOf(sf),
	}
	requireAsTag(sf, f.kind)
	if f.kind == kindStructs {
		f.item = planOf(sf.Type.Elem())
	}
	if text, ok := sf.Tag.Lookup("default"); ok {
		f.setFallback(sf.Type, text)
	}
	return f
}

// requireAsTag panics unless exactly the fields of type JSON have the tag "as".
func requireAsTag(sf reflect.StructField, k kind) {
	as, tagged := sf.Tag.Lookup("as")
	if tagged != (k == kindJSON) || tagged && as != "object" && as != "array" {
		panic(fmt.Sprintf("input: %s: a JSON value of any kind, and nothing else, is tagged as:\"object\" or as:\"array\"", sf.Name))
	}
}

// setFallback parses a default. Lists, objects and free JSON cannot have one. Pointers cannot either: their
// nil means absent.
func (f *field) setFallback(t reflect.Type, text string) {
	if f.kind.isNested() || t.Kind() == reflect.Pointer {
		panic("input: " + f.name + " cannot have a default")
	}
	f.fallback = reflect.New(t).Elem()
	err := f.setScalar(f.fallback, text)
	if err == nil {
		var c faults
		f.check(&c, f.fallback, f.name)
		err = c.err()
	}
	if err != nil || (f.kind == kindBool && text != "true" && text != "false") {
		panic(fmt.Sprintf("input: default of %s: %s: %v", f.name, text, err))
	}
}

// isNested reports whether a value is a list or an object.
func (k kind) isNested() bool { return k >= kindObject }

// takesNumbers reports whether values of the type, or its items, may be given as numbers.
func takesNumbers(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return reflect.PointerTo(t).Implements(numbersType)
}

func kindOf(t reflect.Type) kind {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == objectType:
		return kindObject
	case t == jsonType:
		return kindJSON
	case reflect.PointerTo(t).Implements(textType):
		return kindText
	}
	switch t.Kind() { //nolint:exhaustive // every other kind is refused
	case reflect.String:
		return kindString
	case reflect.Int, reflect.Int64:
		return kindInt
	case reflect.Float64:
		return kindNumber
	case reflect.Bool:
		return kindBool
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Struct && !reflect.PointerTo(t.Elem()).Implements(textType) {
			return kindStructs
		}
		switch t.Elem().Kind() { //nolint:exhaustive // every other kind is refused
		case reflect.String:
			return kindStrings
		case reflect.Int:
			return kindInts
		}
	}
	panic("input: cannot decode into " + t.String())
}

func boundsOf(sf reflect.StructField) bounds {
	b := bounds{
		min: number(sf, "minimum"), max: number(sf, "maximum"),
		minLength: whole(sf, "minLength"), maxLength: whole(sf, "maxLength"),
		minBytes: whole(sf, "minBytes"), maxBytes: whole(sf, "maxBytes"),
		minItems: whole(sf, "minItems"), maxItems: whole(sf, "maxItems"),
	}
	b.enum = Enum(sf)
	return b
}

// AnyOfType is the tag enum of a field that may have any value that its type lists.
const AnyOfType = "*"

// Enum returns the values that a field, or each item of a list, may have by its tag.
func Enum(sf reflect.StructField) []string {
	switch list := sf.Tag.Get("enum"); list {
	case "":
		return nil
	case AnyOfType:
	default:
		return strings.Split(list, ",")
	}
	t := sf.Type
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	lists, is := reflect.TypeAssert[interface{ Values() []string }](reflect.Zero(t))
	if !is {
		panic("input: " + t.String() + " lists no values")
	}
	return lists.Values()
}

func number(sf reflect.StructField, tag string) *float64 {
	text, ok := sf.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	value, ok := exactNumber(text)
	if !ok {
		panic("input: tag " + tag + " of " + sf.Name + ": " + text)
	}
	return &value
}

func whole(sf reflect.StructField, tag string) *int {
	text, ok := sf.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		panic("input: tag " + tag + " of " + sf.Name + ": " + text)
	}
	return &n
}
