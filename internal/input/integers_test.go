package input_test

import (
	"net/url"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/input"
)

type rows struct {
	Exclude []int `json:"exclude,omitempty" maxItems:"3" minimum:"0"`
}

func TestListsOfIntegers(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][]int{
		`{}`:                           nil,
		`{"exclude": null}`:            nil,
		`{"exclude": []}`:              {},
		`{"exclude": [0, 2]}`:          {0, 2},
		`{"exclude": ["7", 1.0, 1e1]}`: {7, 1, 10},
	} {
		got, err := read[rows](raw)
		if diff := cmp.Diff(want, got.Exclude); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", raw, err, diff)
		}
	}
	for raw, want := range map[string]string{
		`{"exclude": 1}`:            "exclude must be a list of integers",
		`{"exclude": [true]}`:       "exclude[0] must be an integer",
		`{"exclude": [1, 1.5]}`:     "exclude[1] must be an integer",
		`{"exclude": [1, "x"]}`:     "exclude[1] must be an integer",
		`{"exclude": [1, null]}`:    "exclude[1] must be an integer",
		`{"exclude": [0, -1]}`:      "exclude[1] must be >= 0",
		`{"exclude": [1, 2, 3, 4]}`: "exclude must have at most 3 items",
	} {
		_, err := read[rows](raw)
		if got := refused(t, err).Details; got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
	raw, err := input.FromQuery(reflect.TypeFor[rows](), url.Values{"exclude": {"1", "2"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := read[rows](string(raw)); err != nil || !cmp.Equal(got.Exclude, []int{1, 2}) {
		t.Errorf("%v, %v", got, err)
	}
}
