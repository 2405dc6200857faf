package output_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/output"
)

// FuzzObject checks that any names and texts result in a JSON object that contains them.
func FuzzObject(f *testing.F) {
	for _, name := range []string{"", "a", `"`, `\`, "\x00", "\a\v", "\x7f", "\u2028", "é", "\u200b", "\U000e0001", "\xff", "<&>"} {
		f.Add(name, name, 0.5)
	}
	f.Fuzz(func(t *testing.T, name, text string, number float64) {
		var o output.Object
		o.Add(name, text)
		o.Add(name+"2", number)
		o.AddSorted(map[string]any{name + "3": []string{text}})
		var got map[string]any
		if err := json.Unmarshal(o.JSON(), &got); err != nil {
			t.Fatalf("%s is no JSON: %v", o.JSON(), err)
		}
		raw, err := json.Marshal(map[string]any{name: text, name + "2": nil, name + "3": []string{text}})
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		for key := range got {
			if _, isNumber := got[key].(float64); isNumber {
				got[key] = nil
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// FuzzResult checks that a result keeps its content and that none of its lists is null.
func FuzzResult(f *testing.F) {
	f.Add(`{"n":1}`, "a", true)
	f.Add(`{"list":null}`, "null", false)
	f.Add(`{"a":"<&>\u2028"}`, "\xff\x00<script>", true)
	f.Fuzz(func(t *testing.T, data, text string, filled bool) {
		var object map[string]any
		if json.Unmarshal([]byte(data), &object) != nil {
			return
		}
		value := result{Data: []byte(data), List: []inner{{}}}
		if filled {
			value.List = append(value.List, inner{Names: []string{text}})
		}
		raw, err := output.Result(value)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			List []map[string]any
			Path any
			Data map[string]any
		}
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if diff := cmp.Diff(object, got.Data); diff != "" {
			t.Errorf("data (-want +got):\n%s", diff)
		}
		for _, item := range got.List {
			if _, isList := item["names"].([]any); !isList {
				t.Errorf("a list is null in %s", raw)
			}
		}
	})
}
