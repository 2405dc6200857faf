package fields_test

import (
	"encoding/json"
	"strings"
	"testing"

	"plotline/media/fields"
)

var texts = []string{
	"", " ", "{}", "[]", "null", "true", "false", "nul", "nulll", "1", "-", "-1", "01", "-0", "0.", "0.5", ".5", "1e", "1e+", "1E-5", "+1", "1 2",
	`""`, `"`, `"\"`, `"\\"`, `"\x"`, `"\u12"`, `"\u12aF"`, `"\u12aG"`, `"\u12a` + "\x10" + `"`, "\"\n\"", "\"\x7f\"", "\"\xff\"", "[1,]", "[,1]", "[1 2]", "[1,2]",
	`{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":1,"b":[{},null]}`, `{a:1}`, `{1:1}`, ` { "a" : 1 } `, "{}}", "[[]", "\x00", "1\x00", "\ufeff{}", "\v1",
}

func TestValid(t *testing.T) {
	t.Parallel()
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, text := range append(texts, deep(9999), deep(10000), deep(10001), strings.Repeat(`{"a":`, 20000)) {
		if got, want := fields.Valid([]byte(text)), json.Valid([]byte(text)); got != want {
			t.Errorf("%.60q: %t", text, got)
		}
	}
}

func FuzzValid(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if got, want := fields.Valid(raw), json.Valid(raw); got != want {
			t.Errorf("%q: %t", raw, got)
		}
		if !json.Valid(raw) {
			return
		}
		if o, err := fields.Parse(raw); err == nil && !json.Valid(o.Write()) {
			t.Errorf("%q becomes %q", raw, o.Write())
		}
	})
}
