package neo4jstore

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var errShut = errors.New("shut")

// TestOpener checks that callers share the result of a running opening, and that the next one retries after a failure.
func TestOpener(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g opener
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
					if err := g.ensureOpen(t.Context(), opening); !errors.Is(err, want) {
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

// TestOpenerAfterCallersLeave checks that the opening continues when its callers give up, even the first, and that later callers
// share its result.
func TestOpenerAfterCallersLeave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g opener
		release := make(chan struct{})
		tries := 0
		opening := func(ctx context.Context) error {
			tries++
			<-release
			return ctx.Err()
		}
		var wg sync.WaitGroup
		for range 3 { // each waits less than the opening takes
			wg.Go(func() {
				impatient, stop := context.WithTimeout(t.Context(), time.Second)
				defer stop()
				if err := g.ensureOpen(impatient, opening); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("impatient: %v", err)
				}
			})
			wg.Wait()
		}
		wg.Go(func() {
			if err := g.ensureOpen(t.Context(), opening); err != nil {
				t.Errorf("patient: %v", err)
			}
		})
		synctest.Wait()
		close(release)
		wg.Wait()
		if !g.open.Load() || tries != 1 {
			t.Errorf("open %v after %d tries, want one", g.open.Load(), tries)
		}
	})
}

// TestOpenerPanic checks that a panic in the opening reaches the waiting callers and does not stop later ones.
func TestOpenerPanic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g opener
		release := make(chan struct{})
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				defer func() {
					if recover() != "while opening" {
						t.Error("the panic was swallowed")
					}
				}()
				_ = g.ensureOpen(t.Context(), func(context.Context) error {
					<-release
					panic("while opening")
				})
			})
		}
		synctest.Wait()
		close(release)
		wg.Wait()
		if err := g.ensureOpen(t.Context(), func(context.Context) error { return nil }); err != nil || !g.open.Load() {
			t.Errorf("one who came later: %v, open %v", err, g.open.Load())
		}
	})
}
