// Package expect holds the checks that the tests of several packages share.
package expect

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// NoError ends the test on an error.
func NoError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// Equal reports how two values differ.
func Equal(tb testing.TB, what string, want, got any) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// JSON decodes JSON without converting numbers to float64.
func JSON[T ~[]byte](tb testing.TB, raw T) any {
	tb.Helper()
	var value any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&value); err != nil {
		tb.Fatalf("%.2000s is no JSON: %v", raw, err)
	}
	return value
}
