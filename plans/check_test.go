//go:build unix

package plans_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/testing/kit/expect"
)

var must = expect.NoError

func same(tb testing.TB, what string, want, got any) {
	tb.Helper()
	if diff := cmp.Diff(want, got, cmp.FilterPath(unexported, cmp.Ignore())); diff != "" {
		tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// fails checks for an error with a code and exactly these details. It returns the extra fields.
func fails(tb testing.TB, err error, code fault.Code, details string) map[string]any {
	tb.Helper()
	var shown *fault.Error
	if !errors.As(err, &shown) {
		tb.Fatalf("got %v, want %s %q", err, code, details)
	}
	if shown.Code != code || shown.Details != details {
		tb.Errorf("got %s %q\nwant %s %q", shown.Code, shown.Details, code, details)
	}
	return shown.Extra
}

// refuses checks for an error with a code and some words in it. It returns the extra fields.
func refuses(tb testing.TB, err error, code fault.Code, words ...string) map[string]any {
	tb.Helper()
	var shown *fault.Error
	if !errors.As(err, &shown) {
		tb.Fatalf("got %v, want %s %q", err, code, words)
	}
	if shown.Code != code {
		tb.Errorf("got %v, want %s", err, code)
	}
	for _, word := range words {
		if !strings.Contains(shown.Details, word) {
			tb.Errorf("%q does not say %q", shown.Details, word)
		}
	}
	return shown.Extra
}

// unexported matches the unexported fields of a plan.
func unexported(p cmp.Path) bool {
	field, ok := p.Last().(cmp.StructField)
	return ok && field.Name()[0] >= 'a'
}
