package sharing_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/fault"
	"plotline/internal/sharing"
)

const mib = 1 << 20

// takeBytes reads a result that counts as the given bytes until its answer is made.
func takeBytes(ctx context.Context, workspace string, bytes int64) error {
	if err := sharing.Reserve(ctx, workspace, bytes/3-20); err != nil {
		return err
	}
	return sharing.Hold(ctx, workspace, make([]byte, bytes/3-20))
}

func taken(ctx context.Context, t *testing.T, workspace string, bytes int64) {
	t.Helper()
	if err := takeBytes(ctx, workspace, bytes); err != nil {
		t.Fatal(err)
	}
}

// free reports whether a call gets memory at once.
func free(ctx context.Context, m *sharing.Memory, workspace string, bytes int64) bool {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	ctx, end := m.Begin(ctx)
	defer end()
	return takeBytes(ctx, workspace, bytes) == nil
}

// TestEachWorkspaceHasItsShare checks that a workspace at its share blocks itself, and others only if the
// total is reached.
func TestEachWorkspaceHasItsShare(t *testing.T) {
	t.Parallel()
	m := sharing.NewMemory(4*mib, 2*mib, func() {})
	first, end := m.Begin(t.Context())
	second, endSecond := m.Begin(t.Context())
	defer endSecond()
	taken(first, t, "a", 2*mib)
	if free(t.Context(), m, "a", mib) {
		t.Error("a workspace holds more than its share")
	}
	if !free(t.Context(), m, "a", sharing.Small-1) {
		t.Error("a small answer found no room")
	}
	taken(second, t, "b", 2*mib)
	third, endThird := m.Begin(t.Context())
	defer endThird()
	if free(t.Context(), m, "c", mib) {
		t.Error("there is more than all")
	}
	end()
	end()
	taken(third, t, "c", mib)
}

// TestCredentialHasItsShare checks that a credential at its share waits in every workspace, and blocks no other credential.
func TestCredentialHasItsShare(t *testing.T) {
	t.Parallel()
	m := sharing.NewMemory(4*mib, 2*mib, func() {})
	visitor := sharing.WithCredential(t.Context(), "x")
	first, end := m.Begin(visitor)
	second, endSecond := m.Begin(visitor)
	defer endSecond()
	taken(first, t, "a", mib)
	sharing.Settle(second, "b", mib)
	if free(visitor, m, "c", mib) {
		t.Error("a credential holds more than its share")
	}
	if !free(sharing.WithCredential(t.Context(), "y"), m, "a", mib) || !free(t.Context(), m, "c", 2*mib) {
		t.Error("others wait for the credential")
	}
	end()
	if !free(visitor, m, "c", mib) {
		t.Error("the credential got nothing back")
	}
}

// TestLargestAnswerRunsAlone checks that an answer above the share waits until its workspace holds nothing else.
func TestLargestAnswerRunsAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := sharing.NewMemory(4*mib, 2*mib, func() {})
		small, end := m.Begin(t.Context())
		taken(small, t, "a", mib)
		got := make(chan error, 1)
		large, endLarge := m.Begin(t.Context())
		go func() { got <- takeBytes(large, "a", 100*mib) }()
		synctest.Wait()
		if len(got) > 0 {
			t.Error("the large answer did not wait")
		}
		end()
		if err := <-got; err != nil {
			t.Error(err)
		}
		endLarge()
		other, endOther := m.Begin(t.Context())
		defer endOther()
		taken(other, t, "a", 2*mib) // the large answer returned its memory
	})
}

// TestWaitingEndsWithTheCall checks that the error says what the call waited for and what to do.
func TestWaitingEndsWithTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		refused := 0
		m := sharing.NewMemory(mib, mib, func() { refused++ })
		first, end := m.Begin(t.Context())
		taken(first, t, "a", mib)
		for _, limit := range []time.Duration{time.Second, time.Hour} { // longer than patience
			second, endSecond := m.Begin(t.Context())
			ctx, cancel := context.WithTimeout(second, limit)
			err := takeBytes(ctx, "a", mib)
			if fault.CodeOf(err) != fault.RateLimited || !strings.Contains(err.Error(), "read open replies to their end") {
				t.Errorf("after %s: %v", limit, err)
			}
			cancel()
			endSecond()
		}
		ctx, cancel := context.WithCancel(t.Context())
		gone, endGone := m.Begin(ctx)
		cancel()
		if err := takeBytes(gone, "a", mib); !errors.Is(err, context.Canceled) {
			t.Errorf("of a client that is gone: %v", err)
		}
		endGone()
		end()
		if refused != 2 {
			t.Errorf("%d refusals were counted", refused)
		}
		third, endThird := m.Begin(t.Context())
		defer endThird()
		taken(third, t, "a", mib)
	})
}

// TestReserve checks that a read waits for memory before it runs, and that a call gets back what its result does
// not need.
func TestReserve(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := sharing.NewMemory(8*mib, 8*mib, func() {})
		first, end := m.Begin(t.Context())
		second, endSecond := m.Begin(t.Context())
		third, endThird := m.Begin(t.Context())
		defer endThird()
		if err := sharing.Reserve(first, "a", 2*mib); err != nil {
			t.Fatal(err)
		}
		waits := make(chan error, 1)
		go func() { waits <- sharing.Reserve(second, "a", mib) }()
		synctest.Wait()
		if len(waits) > 0 {
			t.Error("the second read did not wait")
		}
		if err := sharing.Reserve(third, "a", 256<<10); err != nil {
			t.Errorf("a small read: %v", err)
		}
		if err := sharing.Reserve(first, "a", 512<<10); err != nil {
			t.Errorf("a little more for a call that holds memory: %v", err)
		}
		more := make(chan error, 1)
		go func() { more <- sharing.Reserve(first, "a", 3*mib) }()
		synctest.Wait()
		if err := <-waits; err != nil || len(more) > 0 {
			t.Errorf("a call that waits for more keeps what it has: %v", err)
		}
		if err := sharing.Hold(second, "a", ""); err != nil {
			t.Fatal(err)
		}
		if err := <-more; err != nil {
			t.Error(err)
		}
		if err := sharing.Hold(first, "a", make([]byte, mib)); err != nil {
			t.Fatal(err)
		}
		if free(t.Context(), m, "b", 6*mib) || !free(t.Context(), m, "b", 4*mib) {
			t.Error("the calls do not hold 3 MiB")
		}
		end()
		if !free(t.Context(), m, "b", 8*mib) {
			t.Error("a call with a small result holds memory")
		}
		endSecond()
		if err := sharing.Reserve(first, "a", 8*mib); err != nil || !free(t.Context(), m, "b", 8*mib) {
			t.Errorf("a call that has ended: %v", err)
		}
		if err := sharing.Reserve(t.Context(), "a", 1<<40); err != nil {
			t.Errorf("a call without a hold: %v", err)
		}
	})
}

// TestSettle checks that a call holds the size of its answer, does not wait, and holds nothing for a small
// answer.
func TestSettle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := sharing.NewMemory(4*mib, 4*mib, func() {})
		ctx, end := m.Begin(t.Context())
		other, endOther := m.Begin(t.Context())
		defer endOther()
		settle := func(ctx context.Context, bytes int64) { sharing.Settle(ctx, "a", bytes) }
		taken(ctx, t, "a", 3*mib)
		taken(other, t, "b", mib)
		settle(ctx, mib)
		if !free(t.Context(), m, "x", 2*mib) || free(t.Context(), m, "x", 3*mib) {
			t.Error("the hold was not made smaller")
		}
		settle(ctx, 100*mib) // does not wait
		if free(t.Context(), m, "x", 2*sharing.Small) {
			t.Error("the hold was not made larger")
		}
		settle(ctx, 10)
		if !free(t.Context(), m, "x", 3*mib) {
			t.Error("a small answer holds memory")
		}
		settle(ctx, 3*mib) // a call that held nothing
		if free(t.Context(), m, "x", mib) {
			t.Error("an answer of a call that held nothing is not counted")
		}
		end()
		settle(ctx, mib) // a call that outlived its request
		if !free(t.Context(), m, "x", 3*mib) {
			t.Error("what was taken after the end is held")
		}
		settle(t.Context(), 1<<40) // a call without a hold
	})
}
