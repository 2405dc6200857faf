package sharing

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// TestPoolShares checks the limits per payer and in total, and that returned units go to waiting calls.
func TestPoolShares(t *testing.T) {
	t.Parallel()
	p := NewPool(10, 4)
	for range 2 {
		if !p.TryTake(2, "anna") {
			t.Fatal("anna has room")
		}
	}
	if p.TryTake(1, "anna") || !p.TryTake(4, "bert") || p.TryTake(3, "carl") || !p.TryTake(2, "carl") {
		t.Error("the wrong one was refused")
	}
	got := make(chan string)
	for _, who := range []string{"anna", "dora"} {
		go func() {
			if p.Take(t.Context(), 1, who) {
				got <- who
			}
		}()
	}
	for {
		p.mu.Lock()
		waiting := p.calls
		p.mu.Unlock()
		if waiting == 2 {
			break
		}
	}
	p.Give(1, "bert")
	if who := <-got; who != "dora" {
		t.Errorf("%s was first, who had its share", who)
	}
	p.Give(1, "anna")
	if who := <-got; who != "anna" {
		t.Error(who)
	}
}

// TestPoolGivesUp checks that a cancelled call leaves nothing behind.
func TestPoolGivesUp(t *testing.T) {
	t.Parallel()
	p := NewPool(1, 1)
	p.TryTake(1, "anna")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p.Take(ctx, 1, "bert") {
		t.Error("there was no room")
	}
	p.Give(1, "anna")
	if p.held != 0 || len(p.by) != 0 || p.waiting.Len() != 0 {
		t.Errorf("%d held, %v, %d waiting", p.held, p.by, p.waiting.Len())
	}
}

// TestPoolManyCallers checks the limits under many concurrent calls.
func TestPoolManyCallers(t *testing.T) {
	t.Parallel()
	const total, each = 16, 6
	p := NewPool(total, each)
	var all sync.WaitGroup
	var held [4]atomic.Int64
	for i := range 64 {
		all.Go(func() {
			who := i % len(held)
			for range 200 {
				n := rand.Int64N(each) + 1 //nolint:gosec // no secret
				if !p.Take(t.Context(), n, string(rune('a'+who))) {
					t.Error("the context lives")
				}
				if now := held[who].Add(n); now > each {
					t.Errorf("%d are held by one", now)
				}
				held[who].Add(-n)
				p.Give(n, string(rune('a'+who)))
			}
		})
	}
	all.Wait()
	if p.held != 0 || len(p.by) != 0 {
		t.Errorf("%d held, %v", p.held, p.by)
	}
}

// TestPoolTakesFromEachPayer checks that units count in the share of each payer, and that a call that waits for one payer
// holds nothing of another.
func TestPoolTakesFromEachPayer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(10, 4)
		visitor := WithCredential(t.Context(), "x")
		if !p.TryTake(3, PayersOf(visitor, "a")...) || p.TryTake(2, PayersOf(visitor, "b")...) || p.TryTake(2, PayersOf(t.Context(), "a")...) {
			t.Error("a share is exceeded")
		}
		got := make(chan bool, 1)
		go func() { got <- p.Take(visitor, 2, PayersOf(visitor, "b")...) }()
		synctest.Wait()
		if !p.TryTake(4, PayersOf(t.Context(), "b")...) {
			t.Error("the waiting call holds a part of b")
		}
		p.Give(3, PayersOf(visitor, "a")...)
		synctest.Wait()
		if len(got) > 0 {
			t.Error("b has more than its share")
		}
		p.Give(4, PayersOf(t.Context(), "b")...)
		if !<-got {
			t.Error("the context lives")
		}
		p.Give(2, PayersOf(visitor, "b")...)
		if p.held != 0 || len(p.by) != 0 || len(p.queues) != 0 || p.waiting.Len() != 0 {
			t.Errorf("%d held, %v, waiting %v", p.held, p.by, p.queues)
		}
	})
}
