package graphtest

import (
	"errors"
	"testing"

	"plotline/internal/fault"
)

// runClosed tests calls of a closed store. It needs its own store, so it is not among the cases.
func runClosed(t *testing.T, open Open) {
	t.Helper()
	w := newWorld(open(t))
	s := stage(t, w)
	ok(t, w.Close())
	for _, c := range calls(s) {
		var own *fault.Error
		err := c.do(t.Context(), w)
		if !errors.As(err, &own) || own.Code != fault.Unavailable || own.Details == "" {
			t.Errorf("%s on a closed store: error %v, want unavailable", c.name, err)
		}
	}
}

// runClosedUnused closes a store before its first call.
func runClosedUnused(t *testing.T, open Open) {
	t.Helper()
	store := open(t)
	ok(t, store.Close())
	_, err := store.Status(t.Context())
	if fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("status of a closed store: error %v, want unavailable", err)
	}
}
