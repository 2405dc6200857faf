package compiler

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestShare checks that a workspace never has more than half of the slots, and that others overtake its waiting
// calls.
func TestShare(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(4)
		var order []string
		enter := func(workspace string) context.CancelFunc {
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				if s.take(ctx, workspace) == nil {
					order = append(order, workspace)
				} else {
					order = append(order, "left "+workspace)
				}
			}()
			synctest.Wait()
			return cancel
		}
		same := func(want ...string) {
			t.Helper()
			synctest.Wait()
			if len(order) != len(want) {
				t.Fatalf("%v, want %v", order, want)
			}
			for i := range want {
				if order[i] != want[i] {
					t.Fatalf("%v, want %v", order, want)
				}
			}
		}
		for range 4 {
			defer enter("a")()
		}
		same("a", "a")
		defer enter("b")()
		same("a", "a", "b")
		leave := enter("a")
		leave()
		same("a", "a", "b", "left a")
		s.free("a")
		same("a", "a", "b", "left a", "a")
		defer enter("c")()
		same("a", "a", "b", "left a", "a", "c")
		defer enter("d")()
		s.free("b")
		same("a", "a", "b", "left a", "a", "c", "d")
		for _, workspace := range []string{"a", "a", "c", "d"} {
			s.free(workspace)
		}
		same("a", "a", "b", "left a", "a", "c", "d", "a")
		s.free("a")
		if s.taken != 0 || len(s.by) != 0 || len(s.waiting) != 0 {
			t.Errorf("left: %+v", s)
		}
	})
}

// TestCallerCancels checks that a cancelled caller takes no slot.
func TestCallerCancels(t *testing.T) {
	t.Parallel()
	s := newSlots(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.take(ctx, "a"); !errors.Is(err, context.Canceled) || s.taken != 0 {
		t.Errorf("%v, %d taken", err, s.taken)
	}
}
