package graphtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// names holds the values that the steps of a case have bound so far.
type names map[string]any

var (
	nameForm   = regexp.MustCompile(`\$[a-z][a-z0-9_]*`)
	repeatForm = regexp.MustCompile(`^<repeat (.+) (\d+)>$`)
	upperForm  = regexp.MustCompile(`^<upper (.+)>$`)
)

// bind reads paths such as episodes.0.episode_id from a result.
func (known names) bind(t *testing.T, places map[string]string, result json.RawMessage) {
	t.Helper()
	for name, place := range places {
		value := DecodeJSON(t, result)
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

// text replaces names by their values.
func (known names) text(t *testing.T, s string) string {
	t.Helper()
	return nameForm.ReplaceAllStringFunc(s, func(name string) string {
		if value, bound := known[name[1:]]; bound {
			return fmt.Sprint(value)
		}
		return name
	})
}

// fill replaces names by their values anywhere in a case. A text that is only a name must be bound.
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

// arguments returns the arguments that a step sends. A text without names or patterns is sent unchanged, so
// that a case can specify its bytes.
func (known names) arguments(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	if !bytes.ContainsAny(raw, "$<") {
		return raw
	}
	text, err := marshal(expand(t, known.fill(t, DecodeJSON(t, raw))))
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

// expand replaces the patterns in arguments.
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
