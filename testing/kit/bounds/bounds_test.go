package bounds_test

import (
	"testing"

	"plotline/testing/kit/bounds"
)

func TestGrow(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "a": "a", "S%-%": "S7-9", "[¦%,¦1]": "[7,7,7,1]", "x=¦(¦1¦)¦;": "x=(((1)));", "¦a": "aaa", "¦¦": "",
	} {
		if got := bounds.Grow(text, 7, 9, 3); got != want {
			t.Errorf("Grow(%q) = %q, want %q", text, got, want)
		}
	}
	if got := len(bounds.Grow("¦abcd¦", 0, 0, 65_535)); got != 128<<10 {
		t.Errorf("%d bytes, want 128 KiB", got)
	}
}

// reporter records whether a test failed.
type reporter struct {
	testing.TB

	failed bool
}

func (r *reporter) Helper()               {}
func (r *reporter) Errorf(string, ...any) { r.failed = true }

//nolint:paralleltest // other tests would allocate meanwhile
func TestBytes(t *testing.T) {
	var kept []byte
	for size, want := range map[int]bool{1 << 19: false, 128 << 20: true} {
		r := &reporter{TB: t}
		bounds.Bytes(r, 1<<20, func() { kept = make([]byte, size) })
		if r.failed != want {
			t.Errorf("%d bytes: failed %t", len(kept), r.failed)
		}
	}
}
