package input_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/input"
)

// TestFaults checks that one error lists all faults, so that a caller can correct them at once.
func TestFaults(t *testing.T) {
	t.Parallel()
	const valid = "; valid: query, reward, note"
	all := "; valid: from, kind, strength, limit, offset, most, name, title, query, reward, deep, since, tags, keys, kinds, metadata, extra, items"
	tests := []struct {
		name, raw string
		want      []input.Fault
		index     any
	}{
		{"decoding and bounds", `{"limit": 500, "deep": 1, "reward": "x"}`, []input.Fault{
			{"from", "from is required"},
			{"reward", "reward must be a number"},
			{"deep", "deep must be true or false"},
			{"limit", "limit must be between 1 and 100"},
		}, nil},
		{"bounds alone", `{"from": "k-1", "name": "abcdef", "limit": 500}`, []input.Fault{
			{"limit", "limit must be between 1 and 100"},
			{"name", "name must be between 1 and 5 characters"},
		}, nil},
		{"the fault of a value names its argument", `{"from": "k-1", "since": "then", "limit": 500}`, []input.Fault{
			{"since", "Invalid moment: then"},
			{"limit", "limit must be between 1 and 100"},
		}, nil},
		{"unknown arguments list the valid ones once", `{"a": 1, "from": "k-1", "b": 2, "a": 3}`, []input.Fault{
			{"a", "unknown argument 'a'" + all},
			{"b", "unknown argument 'b'"},
		}, nil},
		{"items of a list", `{"from": "k-1", "kinds": [1, "causes", "x"], "tags": ["abcd", 2, "a"]}`, []input.Fault{
			{"tags[1]", "tags[1] must be a string"},
			{"kinds[0]", "kinds[0] must be a string"},
			{"tags[0]", "tags[0] must be between 1 and 3 characters"},
			{"kinds[2]", "kinds[2] must be one of follows, causes"},
		}, nil},
		{"objects in a list", `{"from": "k-1", "items": [{"query": "q", "reward": 9}, {"x": 1, "query": ""}]}`, []input.Fault{
			{"items[1].x", "unknown argument 'items[1].x'" + valid},
			{"items[1].query", "items[1].query is required"},
			{"items[1].reward", "items[1].reward is required"},
			{"items[0].reward", "items[0].reward must be between -1 and 1"},
		}, 1},
		{"an item that is no object is not judged further", `{"from": "k-1", "items": [7, {"query": "q", "reward": 9}]}`, []input.Fault{
			{"items[0]", "items[0] must be an object"},
			{"items[1].reward", "items[1].reward must be between -1 and 1"},
		}, 0},
		{"neither are the items of a list that is too long", `{"from": "k-1", "limit": 500, "kinds": ["x"], "tags": ["", "", "", ""]}`, []input.Fault{
			{"limit", "limit must be between 1 and 100"},
			{"tags", "tags must have at most 3 items"},
			{"kinds[0]", "kinds[0] must be one of follows, causes"},
		}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read[everything](test.raw)
			got := refused(t, err)
			if diff := cmp.Diff(test.want, got.Extra["faults"]); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if got.Details != test.want[0].Details || got.Field != test.want[0].Field || got.Extra["index"] != test.index {
				t.Errorf("the error itself is %q of %q at %v, want the first fault", got.Details, got.Field, got.Extra["index"])
			}
		})
	}
}

// TestOneFaultIsNotListed checks that a single fault appears only in the details.
func TestOneFaultIsNotListed(t *testing.T) {
	t.Parallel()
	for raw, field := range map[string]string{
		`{}`:                             "from",
		`{"from": "k-1", "limit": 500}`:  "limit",
		`{"from": "k-1", "zz": 1}`:       "zz",
		`{"from": "k-1", "tags": [1]}`:   "tags[0]",
		`{"from": "k-1", "items": [{}]}`: "",
	} {
		_, err := read[everything](raw)
		got := refused(t, err)
		_, listed := got.Extra["faults"]
		if field != "" && (listed || got.Field != field) {
			t.Errorf("%s: field %q, extra %v", raw, got.Field, got.Extra)
		}
		if field == "" && !listed {
			t.Errorf("%s: two faults are not listed", raw)
		}
	}
}

// TestFaultsAreBounded checks that an error lists at most MaxFaults and that the search then stops.
func TestFaultsAreBounded(t *testing.T) {
	t.Parallel()
	type long struct {
		Tags  []string `json:"tags,omitempty" minLength:"1"`
		Nums  []int    `json:"nums,omitempty" minimum:"1"`
		Items []item   `json:"items,omitempty"`
	}
	const many = 10_000
	var unknown strings.Builder
	for i := range many {
		fmt.Fprintf(&unknown, `"%d%s": 1,`, i, strings.Repeat("é", 200))
	}
	for name, raw := range map[string]string{
		"strings of another type": `{"tags": [` + strings.Repeat("1,", many) + `1]}`,
		"strings out of bounds":   `{"tags": [` + strings.Repeat(`"",`, many) + `""]}`,
		"numbers of both":         `{"nums": [` + strings.Repeat(`0,"x",`, many) + `0]}`,
		"objects":                 `{"items": [` + strings.Repeat(`{},`, many) + `{}]}`,
		"objects out of bounds":   `{"items": [` + strings.Repeat(`{"query":"","reward":9},`, many) + `{}]}`,
		"no objects":              `{"items": [` + strings.Repeat(`0,`, many) + `0]}`,
		"unknown arguments":       `{` + unknown.String() + `"tags": []}`,
	} {
		_, err := read[long](raw)
		list, _ := refused(t, err).Extra["faults"].([]input.Fault)
		bytes := 0
		for _, f := range list {
			bytes += len(f.Field) + len(f.Details)
		}
		if len(list) != input.MaxFaults || bytes > 500*input.MaxFaults {
			t.Errorf("%s: %d faults of %d bytes", name, len(list), bytes)
		}
	}
}
