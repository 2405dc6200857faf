package jsoncut_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/jsoncut"
)

// TestDepth checks the depth of several texts.
func TestDepth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "7": 0, `"[["`: 0, "[]": 1, `[ [ ] , {"a":"}"} ]`: 2, `{"a":{"b":[]},"c":[]}`: 3, `["\"[",[]]`: 2,
	} {
		if got := jsoncut.Depth([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestAtMost checks that every token of what encoding/json decodes is counted.
func TestAtMost(t *testing.T) {
	t.Parallel()
	for text, tokens := range map[string]int{
		"7": 1, "[]": 2, `{"a":[1,2]}`: 7, `[{"a":1,"a":2},3]`: 9, "[\"\xff\",1]": 4, `{"a":{},"a":{}}`: 8,
	} {
		if jsoncut.AtMost([]byte(text), tokens-1) || !jsoncut.AtMost([]byte(text), tokens) {
			t.Errorf("%s has %d tokens", text, tokens)
		}
	}
}

// FuzzCutter compares the results with encoding/json.
func FuzzCutter(f *testing.F) {
	for _, seed := range []string{
		`[]`, `{}`, ` [ 1 , "a,b]" , [ {} , [] ] , null,true ] `, `{"a\"]":{"b":["}"]},"\\":-1.5e3}`, `["\\\\","\\\"",""]`, `[[[[]]],{"a":[]}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text := bytes.TrimSpace(raw)
		if !utf8.Valid(text) || !json.Valid(text) || (text[0] != '[' && text[0] != '{') {
			return
		}
		var got, want []string
		values := jsoncut.New(text)
		for {
			value, more := values.Next()
			if !more {
				break
			}
			got = append(got, string(value))
		}
		dec := json.NewDecoder(bytes.NewReader(text))
		_, _ = dec.Token()
		for dec.More() {
			if text[0] == '{' {
				name, _ := dec.Token()
				want = append(want, name.(string))
				got[len(want)-1] = jsoncut.Text([]byte(got[len(want)-1]))
			}
			var value json.RawMessage
			if err := dec.Decode(&value); err != nil {
				t.Fatal(err)
			}
			want = append(want, string(value))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	})
}
