package graphtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// patterns are the texts in expectations that match other texts.
var patterns = map[string]*regexp.Regexp{
	"<uuid>": regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
	"<time>": regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$`),
	"<text>": regexp.MustCompile(`(?s).`),
}

// DecodeJSON decodes JSON without converting numbers to float64.
func DecodeJSON(t *testing.T, raw []byte) any {
	t.Helper()
	var value any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&value); err != nil {
		t.Fatalf("%.2000s is no JSON: %v", raw, err)
	}
	return value
}

// lastField returns the name of the last field of an object in the JSON text.
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
		cmp.Comparer(equalNumbers),
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

// matches accepts the pattern on either side, because cmp requires symmetry.
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
