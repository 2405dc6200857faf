package input_test

import (
	"encoding/json"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/input"
)

type link struct {
	From   key    `json:"from_key" alias:"from"`
	Weight int    `json:"weight,omitempty" alias:"strength" default:"7"`
	Note   string `json:"note,omitempty"`
}

type links struct {
	Links []link `json:"links"`
}

func TestAlias(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		raw  string
		want link
	}{
		"own names":              {`{"from_key": "k-a", "weight": 1}`, link{"k-a", 1, ""}},
		"aliases":                {`{"from": "k-a", "strength": 1}`, link{"k-a", 1, ""}},
		"an alias with escapes":  {`{"fr\u006fm": "k-a"}`, link{"k-a", 7, ""}},
		"both, equal":            {`{"from": "k-A", "from_key": "k-a", "weight": "2", "strength": 2.0}`, link{"k-a", 2, ""}},
		"the alias null":         {`{"from_key": "k-a", "from": null, "strength": null}`, link{"k-a", 7, ""}},
		"the name null":          {`{"from_key": null, "from": "k-a"}`, link{"k-a", 7, ""}},
		"the alias empty":        {`{"from_key": "k-a", "from": ""}`, link{"k-a", 7, ""}},
		"the last value of each": {`{"from": "k-b", "from": "k-a", "from_key": "k-a"}`, link{"k-a", 7, ""}},
	} {
		got, err := input.Decode[link](json.RawMessage(c.raw))
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestAliasRefused(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"from": "k-a", "from_key": "k-b"}`: `links[0].from_key and links[0].from name the same argument, but have different values ("k-b" and "k-a"); give one of them`,
		`{}`:                                 "links[0].from_key is required",
		`{"from": null}`:                     "links[0].from_key is required",
		`{"from": 3}`:                        "links[0].from_key must be a string",
		`{"from": "k-a", "form": "k-b"}`:     "unknown argument 'links[0].form'; valid: from_key, weight, note",
	} {
		_, err := input.Decode[links](json.RawMessage(`{"links": [` + raw + `]}`))
		if got := fault.From(err); err == nil || got.Code != fault.InvalidArgument || got.Details != want {
			t.Errorf("%s: %v, want %s", raw, err, want)
		}
	}
}

// TestAliasTaken checks that an alias cannot hide another argument.
func TestAliasTaken(t *testing.T) {
	t.Parallel()
	type taken struct {
		A int `json:"a"`
		B int `json:"b" alias:"a"`
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	input.Prepare[taken]()
}
