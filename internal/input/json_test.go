package input_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/internal/input"
)

// free has free JSON in the forms that use cases use.
type free struct {
	Needed input.JSON `json:"needed" as:"object"`
	Extra  input.JSON `json:"extra,omitempty" as:"array" minBytes:"2" maxBytes:"20"`
}

func TestFreeJSONIsKept(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"z":1.10,"a":12345678901234567890}`: `{"z":1.10,"a":12345678901234567890}`,
		"[ 1.0 ,\n null, \"a b\" ]":           `[1.0,null,"a b"]`,
		`"\u00e9 <"`:                          `"\u00e9 <"`,
		`-0.0e1`:                              `-0.0e1`,
		`true`:                                `true`,
		`false`:                               `false`,
		`0`:                                   `0`,
	} {
		got, err := read[free](`{"needed": ` + text + `}`)
		if err != nil || string(got.Needed) != want || got.Extra != nil {
			t.Errorf("%s: got %s and %s, %v", text, got.Needed, got.Extra, err)
		}
	}
}

func TestFreeJSONRefused(t *testing.T) {
	t.Parallel()
	for arguments, want := range map[string]string{
		`{}`:                        "needed is required",
		`{"needed": null}`:          "needed is required",
		`{"needed": ""}`:            "needed is required",
		`{"needed": 1, "extra": 7}`: "extra must be between 2 and 20 bytes",
		`{"needed": 1, "extra": "é1234567890é"}`:                      "", // 16 bytes
		`{"needed": 1, "extra": "ééééééééééé"}`:                       "extra must be between 2 and 20 bytes",
		`{"needed": 1, "extra": [ 1, 2 ,   3,          4, 5, 6,  7]}`: "", // 15 bytes without white space
	} {
		_, err := read[free](arguments)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", arguments, err)
			}
			continue
		}
		if got := refused(t, err).Details; got != want {
			t.Errorf("%s: %q, want %q", arguments, got, want)
		}
	}
}

// TestNullIsAbsentJSON checks that null counts as absent, and that Cleared can tell them apart.
func TestNullIsAbsentJSON(t *testing.T) {
	t.Parallel()
	got, err := read[everything](`{"from": "k-1", "extra": null}`)
	if err != nil || got.Extra != nil || !got.Cleared.Has("extra") {
		t.Errorf("got %s, %v, %v", got.Extra, got.Cleared, err)
	}
	for name, absent := range map[string]input.JSON{"nil": nil, "empty": {}} {
		if raw, err := json.Marshal(absent); err != nil || string(raw) != "null" {
			t.Errorf("%s is written as %s, %v", name, raw, err)
		}
	}
	read := input.JSON("1")
	if err := json.Unmarshal([]byte("null"), &read); err != nil || read != nil {
		t.Errorf("null is read as %s, %v", read, err)
	}
}

// TestFreeJSONIsACopy checks that decoded JSON does not alias the input.
func TestFreeJSONIsACopy(t *testing.T) {
	t.Parallel()
	text := []byte(`{"needed":[1]}`)
	got, err := input.Decode[free](text)
	if err != nil {
		t.Fatal(err)
	}
	var own input.JSON
	if err := own.UnmarshalJSON(text); err != nil {
		t.Fatal(err)
	}
	for i := range text {
		text[i] = 'x'
	}
	if string(got.Needed) != "[1]" || string(own) != `{"needed":[1]}` {
		t.Errorf("got %s and %s", got.Needed, own)
	}
}

func TestFreeJSONInAQuery(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"needed=%7B%22a%22:1.0%7D": `{"a":1.0}`,
		"needed=[1]":               `[1]`,
		"needed=a word":            `"a word"`,
		"needed=7":                 `7`,
		"needed=%227%22":           `"7"`,
	} {
		raw, err := fromQuery[free](t, query)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read[free](string(raw)); err != nil || string(got.Needed) != want {
			t.Errorf("%s: got %s, %v", query, got.Needed, err)
		}
	}
}

// TestJSONRoundTrip checks that any JSON is preserved except for white space.
func TestJSONRoundTrip(t *testing.T) {
	t.Parallel()
	values := rapid.Deferred(anyJSON)
	rapid.Check(t, func(t *rapid.T) {
		value := values.Draw(t, "value")
		var compact, indented bytes.Buffer
		if err := json.Compact(&compact, []byte(value)); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&indented, []byte(value), "\t", " "); err != nil {
			t.Fatal(err)
		}
		want := compact.String()
		for _, text := range []string{value, indented.String()} {
			got, err := read[free](`{"needed": ` + text + `}`)
			if plain := strings.TrimSpace(value); plain == "null" || plain == `""` {
				if err == nil {
					t.Fatalf("%s is no value", plain)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if diff := cmp.Diff(want, string(got.Needed)); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
		}
	})
}

// anyJSON generates nested JSON texts of every kind.
func anyJSON() *rapid.Generator[string] {
	scalars := rapid.SampledFrom([]string{"null", "true", " false", "0", "-1.50e+3 ", `""`, `"a b"`, `"\u00e9\"[{,:"`, "12345678901234567890"})
	inner := rapid.Deferred(anyJSON)
	lists := rapid.Map(rapid.SliceOfN(inner, 0, 3), func(items []string) string { return "[ " + strings.Join(items, " ,") + "]" })
	objects := rapid.Map(rapid.SliceOfN(inner, 0, 3), func(items []string) string {
		for i := range items {
			items[i] = `"k ` + strings.Repeat("k", i) + `": ` + items[i]
		}
		return "{" + strings.Join(items, ", ") + " }"
	})
	return rapid.OneOf(scalars, scalars, lists, objects)
}
