package tools

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/iotest"

	"plotline/internal/fault"
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

// FuzzRequestState checks that an invented state is rejected, with advice. Two calls are the same if their arguments
// are equal JSON.
func FuzzRequestState(f *testing.F) {
	own := newSeal()
	bound := bindingOf("addScene", "w", json.RawMessage(`{"a":1}`))
	for _, state := range []string{"", "x", "AAAA", own.close([]byte("[]"), []byte("another")), own.close([]byte(`[{"key":"k"}]`), bound)} {
		f.Add(state, `{"b":[1.0,"<"],"a":{}}`)
		f.Add(state+"=", "null")
		f.Add(strings.Repeat("A", 100)+state, `{"a":1}{"a":2}`)
	}
	f.Fuzz(func(t *testing.T, state, args string) {
		r := &rounds{seal: newSeal(), bound: func() []byte { return bound }}
		err := r.open(state)
		if own := fault.From(err); state != "" && (own.Code != fault.InvalidArgument || own.Details == "") {
			t.Fatalf("%q: %v", state, err)
		}
		first, err := canonicalJSON(json.RawMessage(args))
		if err != nil || !json.Valid([]byte(args)) {
			return
		}
		again, err := canonicalJSON(first)
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s becomes %s, and that %s, %v", args, first, again, err)
		}
		var wide bytes.Buffer
		if json.Indent(&wide, []byte(args), " ", "\t") == nil && !bytes.Equal(bindingOf("t", "w", json.RawMessage(args)), bindingOf("t", "w", wide.Bytes())) {
			t.Errorf("%s is another call with more white space", args)
		}
	})
}
