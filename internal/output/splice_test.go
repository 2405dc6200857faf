package output_test

import (
	"testing"

	"plotline/internal/output"
)

func TestSplice(t *testing.T) {
	t.Parallel()
	text := []byte(`{"a":"\"list\":[]","list":[],"b":"list"}`)
	got := output.Splice(text, `"list":[]`, 2, func(b []byte) []byte { return append(b, `"list":[1,2]`...) })
	if want := `{"a":"\"list\":[]","list":[1,2],"b":"list"}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if string(text) != `{"a":"\"list\":[]","list":[],"b":"list"}` {
		t.Errorf("changed the original to %s", text)
	}
}
