package pause_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/pause"
)

func TestFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		for _, c := range []struct {
			limit, wait, took time.Duration
			goesOn            bool
		}{
			{time.Hour, time.Minute, time.Minute, true},
			{time.Hour, 0, 0, true},
			{time.Second, time.Minute, time.Second, false},
			{0, -time.Second, 0, false},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), c.limit)
			goesOn := pause.For(ctx, c.wait)
			cancel()
			if took := time.Since(began); took != c.took || goesOn != c.goesOn {
				t.Errorf("%s within %s took %s and returned %t", c.wait, c.limit, took, goesOn)
			}
			began = time.Now()
		}
	})
}

func TestOver(t *testing.T) {
	t.Parallel()
	end := make(chan struct{})
	if pause.Over(end) {
		t.Error("over before it is closed")
	}
	close(end)
	if !pause.Over(end) {
		t.Error("not over once it is closed")
	}
}
