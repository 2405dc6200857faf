package input_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/internal/input"
)

const defaults = `"from": "k-1"`

func TestDecode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, raw string
		change    func(in *everything)
	}{
		{"defaults", `{}`, func(*everything) {}},
		{"white space around everything", "\r\n\t { \"limit\" :\n 7\r\n, \"metadata\" : { \"a\" : [ 1 , 2 ] } \t}\n ", func(in *everything) {
			in.Limit, in.Metadata = 7, input.Object(`{"a":[1,2]}`)
		}},
		{"an explicit 0 where the default is another", `{"strength": 0, "offset": 0}`, func(in *everything) {
			in.Strength = 0
		}},
		{"an explicit false where the default is true", `{"deep": false}`, func(in *everything) { in.Deep = false }},
		{
			"an empty string for any optional argument is not given, and clears nothing",
			`{"kind": "", "strength": "", "limit": "", "offset": "", "most": "", "name": "", "title": "", "query": "", "reward": "",
			 "deep": "", "since": "", "tags": "", "keys": "", "kinds": "", "metadata": "", "extra": "", "items": ""}`,
			func(*everything) {},
		},
		{"an empty string within metadata and free JSON stays", `{"metadata": {"a": "", "b": null}, "extra": ["", null]}`, func(in *everything) {
			in.Metadata, in.Extra = input.Object(`{"a":"","b":null}`), input.JSON(`["",null]`)
		}},
		{
			"null for optional arguments", `{"strength": null, "name": null, "tags": null, "since": null, "items": null}`,
			func(in *everything) { in.Cleared = input.Cleared{"strength", "name", "since", "tags", "items"} },
		},
		{"pointers", `{"title": "ab", "query": "xyz", "reward": 0, "since": "now"}`, func(in *everything) {
			in.Title, in.Query, in.Reward, in.Since = new("ab"), new("xyz"), new(0.0), new(moment(1))
		}},
		{"lists", `{"tags": ["a", "b"], "keys": ["k-A", "k-3"], "kinds": ["causes"]}`, func(in *everything) {
			in.Tags, in.Keys, in.Kinds = []string{"a", "b"}, []key{"k-a", "k-3"}, []kind{"causes"}
		}},
		{"empty lists and objects are given, not absent", `{"tags": [], "items": [], "metadata": {}}`, func(in *everything) {
			in.Tags, in.Items, in.Metadata = []string{}, []item{}, input.Object(`{}`)
		}},
		{
			"structs in a list, with their defaults", `{"items": [{"query": "q", "reward": "0.5"}, {"query": "r", "reward": 1, "note": "n"}]}`,
			func(in *everything) { in.Items = []item{{"q", 0.5, "none"}, {"r", 1, "n"}} },
		},
		{"metadata keeps every digit and its order", `{"metadata": {"z": 1.10, "a": 12345678901234567890}}`, func(in *everything) {
			in.Metadata = input.Object(`{"z":1.10,"a":12345678901234567890}`)
		}},
		{"of a name given twice the last counts", `{"limit": 3, "limit": 4}`, func(in *everything) { in.Limit = 4 }},
		{"a name in escapes", `{"li\u006dit": 3}`, func(in *everything) { in.Limit = 3 }},
		{"strings keep their white space and their signs", `{"name": " \t\n\"é"}`, func(in *everything) { in.Name = " \t\n\"é" }},
		{"numbers as strings", `{"limit": "10", "strength": "0.25", "reward": "-1", "offset": "1e3"}`, func(in *everything) {
			in.Limit, in.Strength, in.Reward, in.Offset = 10, 0.25, new(-1.0), 1000
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			want := everything{From: "k-1", Kind: "follows", Strength: 0.5, Deep: true}
			test.change(&want)
			raw := strings.Replace(test.raw, "{", "{"+defaults+",", 1)
			raw = strings.Replace(raw, ",}", "}", 1)
			got, err := read[everything](raw)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeNothing(t *testing.T) {
	t.Parallel()
	type none struct {
		Limit int `json:"limit,omitempty" default:"5"`
	}
	for _, raw := range []string{"", " \n", "null", " null ", "{}"} {
		got, err := read[none](raw)
		if err != nil || got.Limit != 5 {
			t.Errorf("Decode(%q) = %v, %v", raw, got, err)
		}
	}
}

func TestRefusedByDecode(t *testing.T) {
	t.Parallel()
	const valid = "from, kind, strength, limit, offset, most, name, title, query, reward, deep, since, tags, keys, kinds, metadata, extra, items"
	tests := []struct{ name, raw, want string }{
		{"a list", `[]`, "arguments must be a JSON object"},
		{"a string", `"from"`, "arguments must be a JSON object"},
		{"trailing garbage", `{} x`, "arguments must be a JSON object"},
		{"two objects", `{}{}`, "arguments must be a JSON object"},
		{"half an object", `{"from": "k-1"`, "arguments must be a JSON object"},
		{"a comma too many", `{"from": "k-1",}`, "arguments must be a JSON object"},
		{"single quotes", `{'from': 'k-1'}`, "arguments must be a JSON object"},
		{"a control character in a string", "{\"from\": \"k-\n\"}", "arguments must be a JSON object"},
		{"not UTF-8 in a string", "{\"from\": \"k-\xff\"}", "arguments must be UTF-8"},
		{"not UTF-8 in metadata", "{\"from\": \"k-1\", \"metadata\": {\"a\": \"\xc3\"}}", "arguments must be UTF-8"},

		{"absent", `{}`, "from is required"},
		{"null", `{"from": null}`, "from is required"},
		{"an empty string", `{"from": ""}`, "from is required"},
		{"unknown before absent", `{"frm": "k-1"}`, "unknown argument 'frm'; valid: " + valid},
		{"in another case", `{"from": "k-1", "Limit": 1}`, "unknown argument 'Limit'; valid: " + valid},
		{"the first of two unknown, as they stand", `{"limit": {"x": [1]}, "zz": 1, "aa": 2}`, "unknown argument 'zz'; valid: " + valid},
		{"the name of no argument", `{"from": "k-1", "": 1}`, "unknown argument ''; valid: " + valid},
		{"the name of a Go field", `{"from": "k-1", "Cleared": ["name"]}`, "unknown argument 'Cleared'; valid: " + valid},
		{
			"a long unknown name is cut", `{"` + strings.Repeat("é", 5000) + `": 1}`,
			"unknown argument '" + strings.Repeat("é", 100) + "'; valid: " + valid,
		},

		{"its own words, with the name", `{"from": "x"}`, "from must be a key"},
		{"its own words, in a list", `{"from": "k-1", "keys": ["k-1", "x"]}`, "keys[1] must be a key"},
		{"its own fault, as it is", `{"from": "k-1", "since": "then"}`, "Invalid moment: then"},
		{"a number for a text", `{"from": 1}`, "from must be a string"},
		{"a number for a string", `{"from": "k-1", "name": 1}`, "name must be a string"},
		{"a list for a string", `{"from": "k-1", "name": ["a"]}`, "name must be a string"},
		{"true for a string", `{"from": "k-1", "name": true}`, "name must be a string"},
		{"true for an integer", `{"from": "k-1", "limit": true}`, "limit must be an integer"},
		{"true for a number", `{"from": "k-1", "strength": true}`, "strength must be a number"},
		{"true in a string for a number", `{"from": "k-1", "strength": "true"}`, "strength must be a number"},
		{"an object for a number", `{"from": "k-1", "strength": {}}`, "strength must be a number"},
		{"a fraction for an integer", `{"from": "k-1", "limit": 1.5}`, "limit must be an integer"},
		{"a string for a bool", `{"from": "k-1", "deep": "true"}`, "deep must be true or false"},
		{"a number for a bool", `{"from": "k-1", "deep": 1}`, "deep must be true or false"},
		{"an object for a bool", `{"from": "k-1", "deep": {}}`, "deep must be true or false"},
		{"a list for a bool", `{"from": "k-1", "deep": []}`, "deep must be true or false"},
		{"a string for a list", `{"from": "k-1", "tags": "a"}`, "tags must be a list of strings"},
		{"a number in a list", `{"from": "k-1", "tags": ["a", 2]}`, "tags[1] must be a string"},
		{"null in a list", `{"from": "k-1", "tags": [null]}`, "tags[0] must be a string"},
		{"a list for an object", `{"from": "k-1", "metadata": []}`, "metadata must be an object"},
		{"a string for an object", `{"from": "k-1", "metadata": "{}"}`, "metadata must be an object"},
		{"a name that known clients add", `{"from": "k-1", "toolCallId": "x"}`, "unknown argument 'toolCallId'; valid: " + valid},
		{"an object for a list", `{"from": "k-1", "items": {}}`, "items must be a list of objects"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read[everything](test.raw)
			got := refused(t, err)
			if got.Details != test.want {
				t.Errorf("details = %q\nwant      %q", got.Details, test.want)
			}
			if _, there := got.Extra["index"]; there {
				t.Errorf("extra = %v, want no index outside of a list of objects", got.Extra)
			}
		})
	}
}

func TestUnknownArgumentListsValidOnes(t *testing.T) {
	t.Parallel()
	_, err := read[item](`{"query": "q", "reward": 1, "nam": 1}`)
	if diff := cmp.Diff(map[string]any{"valid": []string{"query", "reward", "note"}}, refused(t, err).Extra); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = read[struct{}](`{"nam": 1}`)
	if got, want := refused(t, err).Details, "unknown argument 'nam'; valid: none"; got != want {
		t.Errorf("details = %q, want %q", got, want)
	}
}

func TestRefusedInAListOfObjects(t *testing.T) {
	t.Parallel()
	const good = `{"query": "q", "reward": 1}`
	tests := []struct {
		name, items, want string
		index             int
	}{
		{"absent", good + `, {"query": "q"}`, "items[1].reward is required", 1},
		{"an empty string", good + `, {"query": "", "reward": 1}`, "items[1].query is required", 1},
		{"unknown", good + `, {"query": "q", "reward": 1, "x": 1}`, "unknown argument 'items[1].x'; valid: query, reward, note", 1},
		{"of another type", `{"query": 1, "reward": 1}`, "items[0].query must be a string", 0},
		{"out of bounds", good + `, {"query": "q", "reward": 2}`, "items[1].reward must be between -1 and 1", 1},
		{"null", good + `, null`, "items[1] must be an object", 1},
		{"a string", `"#0"`, "items[0] must be an object", 0},
		{"well-formedness of all comes before bounds of any", `{"query": "q", "reward": 2}, {"query": "q"}`, "items[1].reward is required", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read[everything](`{"from": "k-1", "items": [` + test.items + `]}`)
			got := refused(t, err)
			if got.Details != test.want || got.Extra["index"] != test.index {
				t.Errorf("got %q at %v, want %q at %d", got.Details, got.Extra["index"], test.want, test.index)
			}
		})
	}
}

// TestNullWithoutCleared checks that null counts as absent if there is no Cleared field.
func TestNullWithoutCleared(t *testing.T) {
	t.Parallel()
	got, err := read[item](`{"query": "q", "reward": 0, "note": null}`)
	if err != nil || got.Note != "none" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestClearedHas(t *testing.T) {
	t.Parallel()
	cleared := input.Cleared{"name", "tags"}
	if !cleared.Has("tags") || cleared.Has("query") || input.Cleared(nil).Has("name") {
		t.Error("Has does not tell what was given as null")
	}
}

// TestEmbedded checks that the fields of an embedded struct are arguments like the others, in order of
// declaration.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	type embedding struct {
		First  string `json:"first"`
		Common        // without a tag
	}
	got, err := input.Decode[embedding]([]byte(`{"query":"x","first":"y"}`))
	if want := (embedding{First: "y", Common: Common{Query: "x", Limit: 7}}); err != nil || got != want {
		t.Errorf("Decode = %+v, %v, want %+v", got, err, want)
	}
	for raw, want := range map[string]string{
		`{"first":"y"}`:                       "query is required",
		`{"query":"123456","first":"y"}`:      "query",
		`{"query":"x","first":"y","limit":0}`: "limit",
		`{"other":1}`:                         "valid: first, query, limit",
	} {
		in, err := input.Decode[embedding]([]byte(raw))
		if err == nil {
			err = input.Check(in)
		}
		if fault.CodeOf(err) != fault.InvalidArgument || !strings.Contains(fault.From(err).Details, want) {
			t.Errorf("%s: %v, want %q", raw, err, want)
		}
	}
}

// Common is embedded above.
type Common struct {
	Query string `json:"query" maxLength:"5"`
	Limit int    `json:"limit,omitempty" minimum:"1" default:"7"`
}
