package input

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"plotline/internal/fault"
	"plotline/internal/jsoncut"
)

// Check validates the bounds given by the tags of a struct. It is the only place that does, below every
// transport. Like Decode, it returns a *fault.Error with code invalid_argument.
func Check[In any](in In) error {
	var c faults
	check(&c, reflect.ValueOf(in), planOf(reflect.TypeFor[In]()), "")
	return c.err()
}

func check(c *faults, v reflect.Value, p *plan, path string) {
	for i := range p.fields {
		if c.full() {
			return
		}
		f := &p.fields[i]
		f.check(c, v.FieldByIndex(f.index), join(path, f.name))
	}
}

// check validates one argument. The zero value of an optional argument without a default counts as absent,
// because Go callers leave it out too. Decode rejects an explicit 0 that is out of bounds.
func (f *field) check(c *faults, v reflect.Value, at string) {
	if c.bad[at] || !f.required && !f.fallback.IsValid() && v.IsZero() {
		return
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			c.add(at, fault.Invalid("%s is required", at))
			return
		}
		v = v.Elem()
	}
	switch f.kind {
	case kindStrings, kindInts:
		f.checkScalars(c, v, at)
	case kindStructs:
		f.checkStructs(c, v, at)
	default:
		c.add(at, f.checkValue(v, at))
	}
}

func (f *field) checkValue(v reflect.Value, at string) error {
	switch f.kind { //nolint:exhaustive // the others have no bounds, or are lists
	case kindInt:
		return between(at, float64(v.Int()), f.bounds)
	case kindNumber:
		return between(at, v.Float(), f.bounds)
	case kindObject, kindJSON:
		return f.bounds.checkKept(v.Bytes(), at)
	case kindString, kindText:
		if v.Kind() == reflect.String {
			return f.bounds.checkString(v.String(), at)
		}
	}
	return nil
}

// MaxDepth bounds the nesting of lists and objects in an argument that is kept as JSON. Stored values must be
// encodable again within lists and messages, and encoding/json allows 10,000 levels in total.
const MaxDepth = 1000

func (b *bounds) checkKept(raw []byte, at string) error {
	if err := sized(at, len(raw), b.minBytes, b.maxBytes, "be", "bytes"); err != nil {
		return err
	}
	if len(raw) > 2*MaxDepth && jsoncut.Depth(raw) > MaxDepth { // each level needs two bytes
		return fault.Invalid("%s must have at most %d levels of lists and objects", at, MaxDepth)
	}
	return nil
}

func (b *bounds) checkString(s, at string) error {
	if b.enum != nil && !slices.Contains(b.enum, s) {
		return fault.Invalid("%s must be one of %s", at, strings.Join(b.enum, ", ")).With("valid", b.enum)
	}
	if err := sized(at, len(s), b.minBytes, b.maxBytes, "be", "bytes"); err != nil {
		return err
	}
	return sized(at, utf8.RuneCountInString(s), b.minLength, b.maxLength, "be", "characters")
}

// checkItems checks the length of a list, and its items.
func (f *field) checkItems(c *faults, v reflect.Value, at string, check func(i int, place string)) {
	if err := sized(at, v.Len(), f.bounds.minItems, f.bounds.maxItems, "have", "items"); err != nil {
		c.add(at, err)
		return
	}
	for i := range v.Len() {
		if c.full() {
			return
		}
		check(i, fmt.Sprintf("%s[%d]", at, i))
	}
}

func (f *field) checkScalars(c *faults, v reflect.Value, at string) {
	f.checkItems(c, v, at, func(i int, place string) {
		if !c.bad[place] {
			c.add(place, f.checkScalar(v.Index(i), place))
		}
	})
}

func (f *field) checkScalar(v reflect.Value, place string) error {
	if f.kind == kindInts {
		return between(place, float64(v.Int()), f.bounds)
	}
	return f.bounds.checkString(v.String(), place)
}

func (f *field) checkStructs(c *faults, v reflect.Value, at string) {
	f.checkItems(c, v, at, func(i int, place string) {
		before := len(c.all)
		if !c.bad[place] {
			check(c, v.Index(i), f.item, place)
		}
		c.index(before, i)
	})
}

func between(at string, x float64, b bounds) error {
	switch {
	case b.min != nil && b.max != nil && !(x >= *b.min && x <= *b.max):
		return fault.Invalid("%s must be between %s and %s", at, plain(*b.min), plain(*b.max))
	case b.min != nil && !(x >= *b.min):
		return fault.Invalid("%s must be >= %s", at, plain(*b.min))
	case b.max != nil && !(x <= *b.max):
		return fault.Invalid("%s must be <= %s", at, plain(*b.max))
	}
	return nil
}

func sized(at string, n int, least, most *int, verb, unit string) error {
	switch {
	case least != nil && most != nil && (n < *least || n > *most):
		return fault.Invalid("%s must %s between %d and %d %s", at, verb, *least, *most, unit)
	case least != nil && n < *least:
		return fault.Invalid("%s must %s at least %d %s", at, verb, *least, unit)
	case most != nil && n > *most:
		return fault.Invalid("%s must %s at most %d %s", at, verb, *most, unit)
	}
	return nil
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
