package neo4jstore

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

var errShut = errors.New("shut")

// Those who come while one opens share its result; after a failure the next one tries again.
func TestGate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g gate
		var tries atomic.Int32
		results := []error{errShut, nil}
		release := make(chan struct{})
		opening := func(context.Context) error {
			<-release
			return results[tries.Add(1)-1]
		}
		for _, want := range results {
			var wg sync.WaitGroup
			for range 9 {
				wg.Go(func() {
					if err := g.pass(t.Context(), opening); !errors.Is(err, want) {
						t.Errorf("got %v, want %v", err, want)
					}
				})
			}
			synctest.Wait()
			release <- struct{}{}
			wg.Wait()
		}
		if got := tries.Load(); got != 2 {
			t.Errorf("%d tries, want 2", got)
		}
	})
}

// Whoever opens may give up: those who wait go on without it, or give up themselves.
func TestGateLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g gate
		leader, leave := context.WithCancel(t.Context())
		impatient, stop := context.WithCancel(t.Context())
		waits := func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := g.pass(leader, waits); !errors.Is(err, context.Canceled) {
				t.Errorf("leader: %v", err)
			}
		})
		synctest.Wait()
		wg.Go(func() {
			if err := g.pass(impatient, waits); !errors.Is(err, context.Canceled) {
				t.Errorf("impatient: %v", err)
			}
		})
		wg.Go(func() {
			if err := g.pass(t.Context(), func(context.Context) error { return nil }); err != nil {
				t.Errorf("patient: %v", err)
			}
		})
		synctest.Wait()
		stop()
		synctest.Wait()
		leave()
		wg.Wait()
		if !g.open.Load() {
			t.Error("the gate is not open")
		}
	})
}
