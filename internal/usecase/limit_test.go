package usecase_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// TestLimit checks that an operation's own limit replaces the runner's, and that a negative one means no
// limit.
func TestLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		usual, own time.Duration
		want       time.Duration // 0 means none
	}{
		{"the runner's", time.Minute, 0, time.Minute},
		{"its own, longer", time.Minute, time.Hour, time.Hour},
		{"its own, shorter", time.Minute, time.Second, time.Second},
		{"its own alone", 0, time.Second, time.Second},
		{"none", time.Minute, -1, 0},
		{"none at all", 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newBench(c.usual)
				op := usecase.Op{Name: "slow", Limit: c.own}
				start := time.Now()
				_, err := usecase.Do(t.Context(), &b.Runner, someone, op, ada, func(ctx context.Context, _ *usecase.Note) (string, error) {
					select {
					case <-ctx.Done():
						return "", ctx.Err()
					case <-time.After(24 * time.Hour):
						return "done", nil
					}
				})
				code, took := fault.Timeout, c.want
				if c.want == 0 {
					code, took = "", 24*time.Hour
				}
				if fault.CodeOf(err) != code || time.Since(start) != took {
					t.Errorf("%v after %s, want %q after %s", err, time.Since(start), code, took)
				}
			})
		})
	}
}

// TestAction checks that deciding is neither a write nor a read, so a writer may not decide.
func TestAction(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		op   usecase.Op
		want access.Action
	}{
		{usecase.Op{}, access.Read},
		{usecase.Op{Writes: true}, access.Write},
		{usecase.Op{Decides: true}, access.Decide},
		{usecase.Op{Writes: true, Decides: true}, access.Decide},
	} {
		if got := c.op.Action(); got != c.want {
			t.Errorf("%+v is %v, want %v", c.op, got, c.want)
		}
	}
	b := newBench(0)
	_, err := usecase.Do(t.Context(), &b.Runner, someone, usecase.Op{Name: "decide", Writes: true, Decides: true}, ada, failing(nil))
	if fault.CodeOf(err) != fault.PermissionDenied || b.record(t).Outcome != "permission_denied" {
		t.Errorf("a writer who decides gets %v", err)
	}
}
