package input_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"plotline/internal/input"
)

func TestRefusedByCheck(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, rest, want string }{
		{"under both bounds", `"strength": -0.1`, "strength must be between 0 and 1"},
		{"over both bounds", `"strength": 1.1`, "strength must be between 0 and 1"},
		{"an integer over both bounds", `"limit": 101`, "limit must be between 1 and 100"},
		{"an explicit 0 without a default", `"limit": 0`, "limit must be between 1 and 100"},
		{"an explicit 0 in a string", `"limit": "0.0"`, "limit must be between 1 and 100"},
		{"under the only bound", `"offset": -1`, "offset must be >= 0"},
		{"over the only bound", `"most": 10.5`, "most must be <= 10"},
		{"a pointer over both bounds", `"reward": 1.5`, "reward must be between -1 and 1"},
		{"not in the enum", `"kind": "follow"`, "kind must be one of follows, causes"},
		{"in the enum but for the case", `"kind": "Follows"`, "kind must be one of follows, causes"},
		{"not in the enum, in a list", `"kinds": ["causes", "x"]`, "kinds[1] must be one of follows, causes"},
		{"an empty string in a list with an enum", `"kinds": [""]`, "kinds[0] must be one of follows, causes"},
		{"too many characters", `"name": "éééééé"`, "name must be between 1 and 5 characters"},
		{"a short pointer", `"title": "a"`, "title must be at least 2 characters"},
		{"too few bytes", `"query": "a"`, "query must be between 2 and 4 bytes"},
		{"bytes, not characters", `"query": "ééé"`, "query must be between 2 and 4 bytes"},
		{"an object too large", `"metadata": {"a": "` + strings.Repeat("x", 40) + `"}`, "metadata must be at most 40 bytes"},
		{"too many strings", `"tags": ["a", "b", "c", "d"]`, "tags must have at most 3 items"},
		{"an empty string in a list", `"tags": ["a", ""]`, "tags[1] must be between 1 and 3 characters"},
		{"a long string in a list", `"tags": ["a", "b", "éééé"]`, "tags[2] must be between 1 and 3 characters"},
		{
			"too many objects", `"items": [{"query": "q", "reward": 1}, {"query": "q", "reward": 1}, {"query": "q", "reward": 1}]`,
			"items must have at most 2 items",
		},
		{
			"too many objects before what is wrong with them", `"items": [{"query": "q", "reward": 9}, {"query": "q", "reward": 1}, {"query": "q", "reward": 1}]`,
			"items must have at most 2 items",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read[everything](`{"from": "k-1", ` + test.rest + `}`)
			if got := refused(t, err).Details; got != test.want {
				t.Errorf("details = %q\nwant      %q", got, test.want)
			}
		})
	}
}

func TestBoundsAreInclusive(t *testing.T) {
	t.Parallel()
	for _, rest := range []string{
		`"strength": 0`, `"strength": 1`, `"limit": 1`, `"limit": 100`, `"offset": 0`, `"most": 10`, `"reward": -1`, `"reward": 1`,
		`"name": "ééééé"`, `"query": "ab"`, `"query": "éé"`, `"tags": ["a", "ééé", "b"]`,
		`"metadata": {"a": "` + strings.Repeat("x", 32) + `"}`,
		`"items": [{"query": "q", "reward": 1}, {"query": "12345678", "reward": -1}]`,
	} {
		if _, err := read[everything](`{"from": "k-1", ` + rest + `}`); err != nil {
			t.Errorf("%s: %v", rest, err)
		}
	}
}

// TestCheckAbsentFields checks that optional arguments left out by Go callers do not violate their bounds.
func TestCheckAbsentFields(t *testing.T) {
	t.Parallel()
	in := everything{From: "k-1", Kind: "causes", Strength: 0.5}
	if err := input.Check(in); err != nil { // 0 would violate the bounds of limit, most, name and more
		t.Errorf("optional arguments left out: %v", err)
	}
	in.Kind = ""
	if got, want := refused(t, input.Check(in)).Details, "kind must be one of follows, causes"; got != want {
		t.Errorf("a default left out: %q, want %q", got, want)
	}
	if got, want := refused(t, input.Check(item{Reward: 1, Note: "n"})).Details, "query must be between 1 and 8 bytes"; got != want {
		t.Errorf("a required argument left out: %q, want %q", got, want)
	}
}

func TestCheckNonNumbers(t *testing.T) {
	t.Parallel()
	for _, in := range []everything{
		{Kind: "causes", Strength: math.NaN()},
		{Kind: "causes", Strength: math.Inf(1)},
		{Kind: "causes", Reward: new(math.NaN())},
		{Kind: "causes", Most: math.NaN()},
	} {
		if err := input.Check(in); err == nil {
			t.Errorf("Check(%+v) = nil", in)
		}
	}
}

func TestOtherBounds(t *testing.T) {
	t.Parallel()
	type lists struct {
		Both  []string `json:"both,omitempty" minItems:"1" maxItems:"2"`
		Least []item   `json:"least,omitempty" minItems:"2"`
		Share float64  `json:"share,omitempty" minimum:"0.25"`
	}
	tests := []struct{ raw, want string }{
		{`{"both": [], "least": []}`, "both must have between 1 and 2 items"},
		{`{"both": ["a", "b", "c"]}`, "both must have between 1 and 2 items"},
		{`{"share": 0.125}`, "share must be >= 0.25"},
		{`{"least": []}`, "least must have at least 2 items"},
		{`{"both": ["a"], "least": [{"query": "q", "reward": 0}]}`, "least must have at least 2 items"},
	}
	for _, test := range tests {
		_, err := read[lists](test.raw)
		if got := refused(t, err).Details; got != test.want {
			t.Errorf("%s: %q, want %q", test.raw, got, test.want)
		}
	}
}

func TestInvalidTags(t *testing.T) {
	t.Parallel()
	prepares := map[string]func(){
		"a bound that is no number": input.Prepare[struct {
			A int `json:"a" minimum:"x"`
		}],
		"a bound in hexadecimal": input.Prepare[struct {
			A int `json:"a" maximum:"0x10"`
		}],
		"a size that is no whole number": input.Prepare[struct {
			A string `json:"a" maxLength:"1.5"`
		}],
		"a size below 0": input.Prepare[struct {
			A string `json:"a" minBytes:"-1"`
		}],
		"a default of another type": input.Prepare[struct {
			A int `json:"a,omitempty" default:"x"`
		}],
		"a default that is neither": input.Prepare[struct {
			A bool `json:"a,omitempty" default:"yes"`
		}],
		"a default out of bounds": input.Prepare[struct {
			A int `json:"a,omitempty" default:"0" minimum:"1"`
		}],
		"a default that is not allowed": input.Prepare[struct {
			A string `json:"a,omitempty" default:"x" enum:"y,z"`
		}],
		"a default of a text": input.Prepare[struct {
			A key `json:"a,omitempty" default:"x"`
		}],
		"a default of a list": input.Prepare[struct {
			A []string `json:"a,omitempty" default:"x"`
		}],
		"a default of an object": input.Prepare[struct {
			A input.Object `json:"a,omitempty" default:"{}"`
		}],
		"a default of free JSON": input.Prepare[struct {
			A input.JSON `json:"a,omitempty" as:"object" default:"{}"`
		}],
		"free JSON that does not say as what": input.Prepare[struct {
			A input.JSON `json:"a,omitempty"`
		}],
		"free JSON as something else": input.Prepare[struct {
			A input.JSON `json:"a,omitempty" as:"string"`
		}],
		"something else as an object": input.Prepare[struct {
			A string `json:"a,omitempty" as:"object"`
		}],
		"a default of a pointer": input.Prepare[struct {
			A *int `json:"a,omitempty" default:"1"`
		}],
		"a field without a name": input.Prepare[struct{ A int }],
		"a type that JSON cannot fill": input.Prepare[struct {
			A chan int `json:"a"`
		}],
		"a type that is not for use here": input.Prepare[struct {
			A map[string]int `json:"a"`
		}],
		"a list of numbers": input.Prepare[struct {
			A []float64 `json:"a"`
		}],
		"a mistake inside a list": input.Prepare[struct {
			A []struct {
				B uint8 `json:"b"`
			} `json:"a"`
		}],
	}
	for name, prepare := range prepares {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "input: ") {
					t.Errorf("panic = %s, want one that says where the mistake is", text)
				}
			}()
			prepare()
		})
	}
}

func TestFieldsThatAreNoArguments(t *testing.T) {
	t.Parallel()
	type own struct {
		A      int `json:"a,omitempty"`
		Hidden int `json:"-"`
		hidden int
	}
	got, err := read[own](`{"a": 1}`)
	if err != nil || got != (own{A: 1, hidden: 0}) {
		t.Errorf("got %+v, %v", got, err)
	}
	_, err = read[own](`{"hidden": 1}`)
	if got, want := refused(t, err).Details, "unknown argument 'hidden'; valid: a"; got != want {
		t.Errorf("details = %q, want %q", got, want)
	}
}
