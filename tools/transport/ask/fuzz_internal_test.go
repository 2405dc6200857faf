package ask

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"plotline/internal/fault"
)

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
