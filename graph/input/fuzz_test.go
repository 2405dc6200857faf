package input_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/fault"
	"plotline/graph/input"
)

// FuzzDecode holds what every door relies on: no bytes end the program, every refusal is one that a
// client may see, and what was taken can be written down and read again.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`, `{"from": "k-1"}`, `{"from": null}`, `{"from": "k-1", "x": {"y": [1]}}`,
		`{"from": "k-1", "limit": "10.0", "strength": 1e-3, "reward": "-0", "offset": 1e2}`,
		`{"from": "k-1", "kind": "", "name": "é", "title": "ab", "query": "abc", "deep": false, "since": "now"}`,
		`{"from": "k-1", "tags": ["a"], "keys": ["k-2"], "kinds": [], "metadata": {"a": [1.0, {"b": null}]}}`,
		`{"from": "k-1", "items": [{"query": "q", "reward": 1, "note": null}, {"query": "\ud800", "reward": "1"}]}`,
		`{"from": "k-1", "extra": [1.0, {"b": " "}]}`, `{"from": "k-1", "extra": "\ud800"}`, `{"from": "k-1", "extra": false}`,
		"{\"from\": \"k-\xff\"}", `{"from": "k-1", "limit": 1e99999999999}`, `{"from": "k-1", "strength": null}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		first, err := input.Decode[everything](raw)
		if err == nil {
			err = input.Check(first)
		}
		if err != nil {
			if fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details == "" {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		raw, err = json.Marshal(written(first))
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		second, err := read[everything](string(raw))
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		first.Cleared, second.Cleared = nil, nil
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("(-first +second):\n%s", diff)
		}
	})
}

// written is everything as a client writes it who leaves out only what has no default: an explicit 0
// or false must come back as such.
type written struct {
	From     key           `json:"from"`
	Kind     kind          `json:"kind"`
	Strength float64       `json:"strength"`
	Limit    int           `json:"limit,omitempty"`
	Offset   int64         `json:"offset"`
	Most     float64       `json:"most,omitempty"`
	Name     string        `json:"name"`
	Title    *string       `json:"title"`
	Query    *string       `json:"query"`
	Reward   *float64      `json:"reward"`
	Deep     bool          `json:"deep"`
	Since    *moment       `json:"since"`
	Tags     []string      `json:"tags"`
	Keys     []key         `json:"keys"`
	Kinds    []kind        `json:"kinds"`
	Metadata input.Object  `json:"metadata"`
	Extra    input.JSON    `json:"extra"`
	Items    []item        `json:"items"`
	Cleared  input.Cleared `json:"-"`
}
