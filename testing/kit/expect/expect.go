// Package expect holds the checks that the tests of several packages share.
package expect

import (
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
