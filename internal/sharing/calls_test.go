package sharing_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/sharing"
)

// waited returns how long work rests.
func waited(ctx context.Context, c *sharing.Calls) time.Duration {
	began := time.Now()
	c.Yield(ctx, time.Minute)
	return time.Since(began)
}

func TestYield(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		calls []time.Duration // how long each runs
		limit time.Duration   // of the context; 0 is none
		want  time.Duration
	}{
		"no call":            {nil, 0, 0},
		"one call":           {[]time.Duration{time.Second}, 0, time.Second},
		"the last of two":    {[]time.Duration{time.Second, 5 * time.Second}, 0, 5 * time.Second},
		"a call without end": {[]time.Duration{time.Hour}, 0, time.Minute},
		"the end of work":    {[]time.Duration{time.Hour}, 3 * time.Second, 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if tt.limit > 0 {
					limited, cancel := context.WithTimeout(ctx, tt.limit)
					defer cancel()
					ctx = limited
				}
				var c sharing.Calls
				for _, runs := range tt.calls {
					time.AfterFunc(runs, c.Begin())
				}
				if got := waited(ctx, &c); got != tt.want {
					t.Errorf("work rested for %s, want %s", got, tt.want)
				}
			})
		})
	}
}

// TestYieldAgain checks that calls which come later count too, and that ended ones do not.
func TestYieldAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c sharing.Calls
		for range 3 {
			c.Begin()()
			if got := waited(t.Context(), &c); got != 0 {
				t.Errorf("work rested for %s to a call that has ended", got)
			}
			time.AfterFunc(time.Second, c.Begin())
			if got := waited(t.Context(), &c); got != time.Second {
				t.Errorf("work rested for %s, want 1s", got)
			}
		}
	})
}

func TestNoCounter(t *testing.T) {
	t.Parallel()
	var c *sharing.Calls
	c.Begin()()
	if got := waited(t.Context(), c); got > 10*time.Second {
		t.Errorf("work rested for %s without a counter", got)
	}
}
