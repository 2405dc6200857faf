package graphtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// names are what the steps of a case have bound so far.
type names map[string]any

var (
	nameForm   = regexp.MustCompile(`\$[a-z][a-z0-9_]*`)
	repeatForm = regexp.MustCompile(`^<repeat (.+) (\d+)>$`)
	upperForm  = regexp.MustCompile(`^<upper (.+)>$`)
)

// patterns are the texts of an expectation that match more than themselves.
var patterns = map[string]*regexp.Regexp{
	"<uuid>": regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
	"<time>": regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$`),
	"<text>": regexp.MustCompile(`(?s).`),
}

// bind reads places such as episodes.0.episode_id out of a result.
func (known names) bind(t *testing.T, places map[string]string, result json.RawMessage) {
	t.Helper()
	for name, place := range places {
		value := decode(t, result)
		for key := range strings.SplitSeq(place, ".") {
			switch here := value.(type) {
			case map[string]any:
				value = here[key]
			case []any:
				i, err := strconv.Atoi(key)
				if err != nil || i >= len(here) {
					t.Fatalf("no %s in %s", place, result)
				}
				value = here[i]
			default:
				value = nil
			}
		}
		if value == nil {
			t.Fatalf("no %s in %s", place, result)
		}
		known[name] = value
	}
}

// text puts bound values in the place of their names.
func (known names) text(t *testing.T, s string) string {
	t.Helper()
	return nameForm.ReplaceAllStringFunc(s, func(name string) string {
		if value, bound := known[name[1:]]; bound {
			return fmt.Sprint(value)
		}
		return name
	})
}

// fill puts bound values into whatever stands in a case. A text that is nothing but a name must be
// bound.
func (known names) fill(t *testing.T, value any) any {
	t.Helper()
	switch v := value.(type) {
	case string:
		if nameForm.FindString(v) != v || v == "" {
			return known.text(t, v)
		}
		bound, is := known[v[1:]]
		if !is {
			t.Fatalf("%s is not bound", v)
		}
		return bound
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = known.fill(t, item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for key, item := range v {
			object[known.text(t, key)] = known.fill(t, item)
		}
		return object
	}
	return value
}

// arguments gives what a step sends. A text without any name or pattern is sent as it stands, so
// that a case can say it to the byte.
func (known names) arguments(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	if !bytes.ContainsAny(raw, "$<") {
		return raw
	}
	text, err := marshal(expand(t, known.fill(t, decode(t, raw))))
	ok(t, err)
	return text
}

func marshal(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSpace(b.Bytes()), err
}

// expand writes out the patterns of arguments.
func expand(t *testing.T, value any) any {
	t.Helper()
	switch v := value.(type) {
	case string:
		if m := repeatForm.FindStringSubmatch(v); m != nil {
			return strings.Repeat(m[1], number(t, m[2]))
		}
		if m := upperForm.FindStringSubmatch(v); m != nil {
			return strings.ToUpper(m[1])
		}
	case []any:
		for i := range v {
			v[i] = expand(t, v[i])
		}
	case map[string]any:
		if pair, is := v["<repeat>"].([]any); is {
			return slices.Repeat([]any{expand(t, pair[0])}, number(t, fmt.Sprint(pair[1])))
		}
		for key := range v {
			v[key] = expand(t, v[key])
		}
	}
	return value
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	ok(t, err)
	return n
}

// decode reads JSON without a detour by float64.
func decode(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	var value any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&value); err != nil {
		t.Fatalf("%.2000s is no JSON: %v", raw, err)
	}
	return value
}

// lastField gives the name of the last field of an object as it stands on the wire.
func lastField(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, err := dec.Token()
	ok(t, err)
	last := ""
	for dec.More() {
		name, err := dec.Token()
		ok(t, err)
		last = fmt.Sprint(name)
		var value json.RawMessage
		ok(t, dec.Decode(&value))
	}
	return last
}

// matchers compares an expectation with a result: numbers by value, patterns by what they match.
func matchers() cmp.Options {
	return cmp.Options{
		cmp.FilterValues(func(want, got any) bool { return special(want) || special(got) }, cmp.Comparer(matches)),
		cmp.Comparer(func(a, b json.Number) bool { return equalNumbers(a, b) }),
	}
}

func special(value any) bool {
	switch v := value.(type) {
	case string:
		return v == "<any>" || v == "<number>" || patterns[v] != nil
	case map[string]any:
		return v["<unordered>"] != nil
	}
	return false
}

// matches is symmetric, as cmp demands: whichever side is the pattern.
func matches(a, b any) bool {
	if !special(a) {
		a, b = b, a
	}
	switch want := a.(type) {
	case string:
		if form := patterns[want]; form != nil {
			text, is := b.(string)
			return is && form.MatchString(text)
		}
		_, is := b.(json.Number)
		return want == "<any>" || is
	case map[string]any:
		list, is := want["<unordered>"].([]any)
		return is && matchesUnordered(list, b)
	}
	return false
}

func matchesUnordered(want []any, got any) bool {
	left, is := got.([]any)
	if !is || len(left) != len(want) {
		return false
	}
	left = slices.Clone(left)
	for _, w := range want {
		at := slices.IndexFunc(left, func(g any) bool { return cmp.Equal(w, g, matchers()) })
		if at < 0 {
			return false
		}
		left = slices.Delete(left, at, at+1)
	}
	return true
}

func equalNumbers(a, b json.Number) bool {
	x, xIs := new(big.Rat).SetString(a.String())
	y, yIs := new(big.Rat).SetString(b.String())
	return xIs && yIs && x.Cmp(y) == 0
}
