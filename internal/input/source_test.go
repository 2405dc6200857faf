package input_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/internal/input"
)

// readFrom decodes and validates arguments of a source.
func readFrom[In any](from input.Source, raw string) (In, error) {
	in, err := input.DecodeFrom[In](json.RawMessage(raw), from)
	if err != nil {
		return in, err
	}
	return in, input.Check(in)
}

func TestSource(t *testing.T) {
	t.Parallel()
	texts, names, nulls := input.Source{JSONTexts: true}, input.Source{ClientNames: true}, input.Source{NullIsAbsent: true}
	tests := []struct {
		name, rest string
		from       input.Source
		change     func(in *everything)
	}{
		{"texts for lists", `"tags": " [\"a\", \"b\"]\n", "keys": "[\"k-2\"]", "kinds": "[]"`, texts, func(in *everything) {
			in.Tags, in.Keys, in.Kinds = []string{"a", "b"}, []key{"k-2"}, []kind{}
		}},
		{"texts for objects keep their digits and inner texts", `"metadata": "{ \"a\": 1.10, \"b\": \"[1]\", \"c\": \"\" }"`, texts, func(in *everything) {
			in.Metadata = input.Object(`{"a":1.10,"b":"[1]","c":""}`)
		}},
		{"texts for free JSON", `"extra": "[1.0, {}]"`, texts, func(in *everything) { in.Extra = input.JSON(`[1.0,{}]`) }},
		{"texts that are no list or object are free JSON", `"extra": "[a text"`, texts, func(in *everything) { in.Extra = input.JSON(`"[a text"`) }},
		{"a text for a list of objects", `"items": "[{\"query\": \"q\", \"reward\": \"1\"}]"`, texts, func(in *everything) {
			in.Items = []item{{"q", 1, "none"}}
		}},
		{"texts for the items of a list", `"items": ["{\"query\": \"q\", \"reward\": 1}", {"query": "r", "reward": 0}]`, texts, func(in *everything) {
			in.Items = []item{{"q", 1, "none"}, {"r", 0, "none"}}
		}},
		{"texts for strings stay", `"name": "[1]", "title": "{}"`, texts, func(in *everything) { in.Name, in.Title = "[1]", new("{}") }},
		{"values within metadata stay", `"metadata": {"a": "[1]", "b": "", "toolCallId": null}`, input.Source{JSONTexts: true, ClientNames: true, NullIsAbsent: true}, func(in *everything) {
			in.Metadata = input.Object(`{"a":"[1]","b":"","toolCallId":null}`)
		}},
		{"names that clients add", `"toolCallId": "x", "sessionId": [1], "acti\u006fn": {}, "chatInput": null, "limit": 2`, names, func(in *everything) {
			in.Limit = 2
		}},
		{"null clears nothing", `"name": null, "tags": null, "metadata": null, "strength": null`, nulls, func(*everything) {}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			want := everything{From: "k-1", Kind: "follows", Strength: 0.5, Deep: true}
			test.change(&want)
			got, err := readFrom[everything](test.from, `{"from": "k-1", `+test.rest+`}`)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestArgumentNamedAsAClients checks that an argument of the tool is read although clients add its name.
func TestArgumentNamedAsAClients(t *testing.T) {
	t.Parallel()
	type own struct {
		Action string `json:"action"`
	}
	got, err := readFrom[own](input.Source{ClientNames: true}, `{"action": "run", "sessionId": "s"}`)
	if err != nil || got.Action != "run" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestRefusedBySource(t *testing.T) {
	t.Parallel()
	all := input.Source{JSONTexts: true, ClientNames: true, NullIsAbsent: true}
	for rest, want := range map[string]string{
		`"tags": "a, b"`:                      "tags must be a list of strings",
		`"tags": "[\"a\""`:                    "tags must be a list of strings",
		`"tags": "{}"`:                        "tags must be a list of strings",
		`"tags": "[\"a\", 2]"`:                "tags[1] must be a string",
		`"tags": "[\"a\",\"b\",\"c\",\"d\"]"`: "tags must have at most 3 items",
		`"metadata": "[]"`:                    "metadata must be an object",
		`"metadata": "null"`:                  "metadata must be an object",
		`"metadata": "\"{}\""`:                "metadata must be an object",
		`"metadata": "{\"a\": \"1234567890123456789012345678901234567890\"}"`: "metadata must be at most 40 bytes",
		`"items": "[\"{}\"]"`:                                     "items[0] must be an object", // a text within a text
		`"items": ["{\"query\": \"q\"}"]`:                         "items[0].reward is required",
		`"items": [{"query": "q", "reward": 1, "toolCallId": 1}]`: "unknown argument 'items[0].toolCallId'; valid: query, reward, note",
		`"limit": "[1]"`:                                          "limit must be an integer",
		`"rewrd": 1`:                                              "unknown argument 'rewrd'",
		`"ToolCallId": 1`:                                         "unknown argument 'ToolCallId'",
		`"from": null`:                                            "from is required",
	} {
		_, err := readFrom[everything](all, `{"from": "k-1", `+rest+`}`)
		if got := refused(t, err).Details; got != want && !bytes.HasPrefix([]byte(got), []byte(want+"; valid: ")) {
			t.Errorf("%s: %q, want %q", rest, got, want)
		}
	}
}

// asTexts returns arguments whose lists and objects are texts with JSON.
func asTexts(t *testing.T, raw []byte) []byte {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		t.Fatal(err)
	}
	for name, value := range members {
		if value[0] == '[' || value[0] == '{' {
			members[name], _ = json.Marshal(string(value)) // cannot fail for a text
		}
	}
	raw, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// checkTexts checks that lists and objects mean the same as texts.
func checkTexts(t *testing.T, raw []byte, want everything) {
	t.Helper()
	got, err := input.DecodeFrom[everything](asTexts(t, raw), input.Source{JSONTexts: true})
	if fault.CodeOf(err) != "" {
		t.Fatalf("%s as texts: %v", raw, err)
	}
	got.Cleared, want.Cleared = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("as texts (-want +got):\n%s", diff)
	}
}

// TestEmptyTexts checks which empty texts are values: those of a required text that may be empty.
func TestEmptyTexts(t *testing.T) {
	t.Parallel()
	type texts struct {
		Message string `json:"message" maxLength:"10"`
		Role    string `json:"role,omitempty" enum:"user,assistant" default:"user"`
		Name    string `json:"name" minLength:"1" maxLength:"5"`
	}
	got, err := input.Decode[texts](json.RawMessage(`{"message": "", "role": "", "name": "a"}`))
	if err != nil || got != (texts{"", "user", "a"}) {
		t.Errorf("got %+v, %v", got, err)
	}
	for raw, want := range map[string]string{
		`{"name": "a"}`:                 "message is required",
		`{"message": "", "name": ""}`:   "name is required",
		`{"message": null, "name": ""}`: "message is required",
	} {
		_, err := input.Decode[texts](json.RawMessage(raw))
		if got := refused(t, err).Details; got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}
