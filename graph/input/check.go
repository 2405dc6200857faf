package input

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"plotline/graph/fault"
	"plotline/graph/jsoncut"
)

// Check judges the bounds that the tags of a struct give, in the contract's words. It is the one
// place for them, below every door. The error is a *fault.Error with code invalid_argument.
func Check[In any](in In) error {
	return check(reflect.ValueOf(in), planOf(reflect.TypeFor[In]()), "")
}

func check(v reflect.Value, p *plan, path string) error {
	for i := range p.fields {
		f := &p.fields[i]
		if err := f.check(v.FieldByIndex(f.index), join(path, f.name)); err != nil {
			return err
		}
	}
	return nil
}

// check judges one argument. The zero value of an optional one without a default is an absent one,
// for whoever fills the struct in Go too; Decode refuses a 0 that was given.
func (f *field) check(v reflect.Value, at string) error {
	if !f.required && !f.fallback.IsValid() && v.IsZero() {
		return nil
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return fault.Invalid("%s is required", at)
		}
		v = v.Elem()
	}
	switch f.kind {
	case kindInt:
		return between(at, float64(v.Int()), f.bounds)
	case kindNumber:
		return between(at, v.Float(), f.bounds)
	case kindObject, kindJSON:
		return f.bounds.checkKept(v.Bytes(), at)
	case kindStrings, kindInts:
		return f.checkScalars(v, at)
	case kindStructs:
		return f.checkStructs(v, at)
	case kindString, kindText:
		if v.Kind() == reflect.String {
			return f.bounds.checkString(v.String(), at)
		}
	case kindBool:
	}
	return nil
}

// MaxDepth is how many levels of lists and objects an argument that is kept as it came may have. What is
// taken must come out again inside of lists and messages, and encoding/json ends at 10,000 levels in all.
const MaxDepth = 1000

func (b *bounds) checkKept(raw []byte, at string) error {
	if err := sized(at, len(raw), b.minBytes, b.maxBytes, "be", "bytes"); err != nil {
		return err
	}
	if len(raw) > 2*MaxDepth && jsoncut.Depth(raw) > MaxDepth { // a level has two bytes
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

func (f *field) checkScalars(v reflect.Value, at string) error {
	if err := sized(at, v.Len(), f.bounds.minItems, f.bounds.maxItems, "have", "items"); err != nil {
		return err
	}
	for i := range v.Len() {
		place := fmt.Sprintf("%s[%d]", at, i)
		if err := f.checkScalar(v.Index(i), place); err != nil {
			return err
		}
	}
	return nil
}

func (f *field) checkScalar(v reflect.Value, place string) error {
	if f.kind == kindInts {
		return between(place, float64(v.Int()), f.bounds)
	}
	return f.bounds.checkString(v.String(), place)
}

func (f *field) checkStructs(v reflect.Value, at string) error {
	if err := sized(at, v.Len(), f.bounds.minItems, f.bounds.maxItems, "have", "items"); err != nil {
		return err
	}
	for i := range v.Len() {
		if err := check(v.Index(i), f.item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return fault.From(err).At(i)
		}
	}
	return nil
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
