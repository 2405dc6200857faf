package input_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/input"
)

// place unmarshals itself from a text and accepts numbers, as graph.EpisodeRef does.
type place string

func (p *place) UnmarshalText(text []byte) error {
	if n, whole := input.Int(string(text)); !whole || n < 1 {
		return errors.New("must be a place")
	}
	*p = place(text)
	return nil
}

func (place) TakesNumbers() {}

var _ input.Numbered = new(place)

type places struct {
	One   place   `json:"one,omitempty"`
	Other *place  `json:"other,omitempty"`
	All   []place `json:"all,omitempty" maxItems:"3"`
}

func TestTextsThatTakeNumbers(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]places{
		`{}`:                                  {},
		`{"one": null, "all": null}`:          {},
		`{"one": 3}`:                          {One: "3"},
		`{"one": "3"}`:                        {One: "3"},
		`{"one": 3.0, "other": 1e2}`:          {One: "3.0", Other: new(place("1e2"))},
		`{"all": [1, "2", 9007199254740993]}`: {All: []place{"1", "2", "9007199254740993"}},
	} {
		got, err := read[places](raw)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", raw, err, diff)
		}
	}
	for raw, want := range map[string]string{
		`{"one": 0}`:            "one must be a place",
		`{"one": -1}`:           "one must be a place",
		`{"one": 1.5}`:          "one must be a place",
		`{"one": true}`:         "one must be a string or an integer",
		`{"other": {}}`:         "other must be a string or an integer",
		`{"all": 1}`:            "all must be a list of strings or integers",
		`{"all": [1, []]}`:      "all[1] must be a string or an integer",
		`{"all": [1, 0]}`:       "all[1] must be a place",
		`{"all": [1, 2, 3, 4]}`: "all must have at most 3 items",
	} {
		_, err := read[places](raw)
		if got := refused(t, err).Details; got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}

// TestOnlySomeTextsTakeNumbers checks that a type that is not Numbered rejects numbers.
func TestOnlySomeTextsTakeNumbers(t *testing.T) {
	t.Parallel()
	_, err := read[everything](`{"from": "k-1", "keys": [1]}`)
	if got, want := refused(t, err).Details, "keys[0] must be a string"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
