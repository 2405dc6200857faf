package turns

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

// TestPoolShares checks the limits per payer and in total, and that returned units go to waiting calls.
func TestPoolShares(t *testing.T) {
	t.Parallel()
	p := NewPool(10, 4)
	for range 2 {
		if !p.TryTake("anna", 2) {
			t.Fatal("anna has room")
		}
	}
	if p.TryTake("anna", 1) || !p.TryTake("bert", 4) || p.TryTake("carl", 3) || !p.TryTake("carl", 2) {
		t.Error("the wrong one was refused")
	}
	got := make(chan string)
	for _, who := range []string{"anna", "dora"} {
		go func() {
			if p.Take(t.Context(), who, 1) {
				got <- who
			}
		}()
	}
	for {
		p.mu.Lock()
		waiting := p.waiting.Len()
		p.mu.Unlock()
		if waiting == 2 {
			break
		}
	}
	p.Give("bert", 1)
	if who := <-got; who != "dora" {
		t.Errorf("%s was first, who had its share", who)
	}
	p.Give("anna", 1)
	if who := <-got; who != "anna" {
		t.Error(who)
	}
}

// TestPoolGivesUp checks that a cancelled call leaves nothing behind.
func TestPoolGivesUp(t *testing.T) {
	t.Parallel()
	p := NewPool(1, 1)
	p.TryTake("anna", 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p.Take(ctx, "bert", 1) {
		t.Error("there was no room")
	}
	p.Give("anna", 1)
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
				if !p.Take(t.Context(), string(rune('a'+who)), n) {
					t.Error("the context lives")
				}
				if now := held[who].Add(n); now > each {
					t.Errorf("%d are held by one", now)
				}
				held[who].Add(-n)
				p.Give(string(rune('a'+who)), n)
			}
		})
	}
	all.Wait()
	if p.held != 0 || len(p.by) != 0 {
		t.Errorf("%d held, %v", p.held, p.by)
	}
}
