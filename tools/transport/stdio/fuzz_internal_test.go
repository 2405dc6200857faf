package stdio

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/iotest"
)

// FuzzLines checks that a stream gives its lines in order. Of a line that is too long only the ends are kept, and an
// id found in them is JSON.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"", "a\nb", "\r\n\n \n", `{"jsonrpc":"2.0","id":7,"method":"x"}`, `{"id":"a\"b","method":"x"}`, `{"method":"x","id":-3}` + "\n",
		strings.Repeat("x", 70_000) + "\ny", `{"id":"` + strings.Repeat(`\`, 40), "0123456789\nb",
	} {
		f.Add(seed, 10)
		f.Add(seed, 1<<20)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(1, min(limit, 1<<20))
		lines := newLineReader(iotest.HalfReader(strings.NewReader(text)), limit)
		for want := range strings.Lines(text) {
			tooLong := len(want) > limit
			if !tooLong && strings.TrimSpace(want) == "" {
				continue
			}
			got, more := lines.next()
			if !more {
				t.Fatalf("%q is lost", want)
			}
			if got.tooLong != tooLong || !tooLong && string(got.raw) != want || len(got.raw) > limit+2*endKept+1 {
				t.Fatalf("%q is read as %q, too long: %t", want, got.raw, got.tooLong)
			}
			if id := idOf(got.raw); !json.Valid(id) && json.Valid([]byte(want)) {
				t.Errorf("%q has the id %q", want, id)
			}
		}
		if got, more := lines.next(); more {
			t.Errorf("%q comes behind the end", got.raw)
		}
	})
}
