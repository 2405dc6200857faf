package turns

import (
	"container/list"
	"context"
	"sync"
)

// Pool bounds a resource that all payers share: running slots, stream slots, or bytes of bodies and answers.
// It also bounds the part that one payer may hold, so that no payer can exhaust it.
type Pool struct {
	total int64
	each  int64 // the most of one payer

	mu      sync.Mutex
	held    int64
	by      map[string]int64
	queues  map[string]int // number of waiting calls by payer
	waiting list.List      // of *waiter, oldest first
}

// maxWaiting bounds the waiting calls of one payer, which with HTTP/2 need no connection each.
const maxWaiting = 1024

// waiter is a waiting call of Take.
type waiter struct {
	payer string
	units int64
	given chan struct{}
}

// NewPool returns a pool of total units, of which each payer may hold at most each.
func NewPool(total, each int64) *Pool {
	return &Pool{total: total, each: min(each, total), by: map[string]int64{}, queues: map[string]int{}}
}

// Take waits for units until ctx ends. It reports whether it got them.
func (p *Pool) Take(ctx context.Context, payer string, units int64) bool {
	p.mu.Lock()
	if p.fits(payer, units) {
		p.add(payer, units)
		p.mu.Unlock()
		return true
	}
	if p.queues[payer] >= maxWaiting {
		p.mu.Unlock()
		return false
	}
	p.queues[payer]++
	defer p.unqueue(payer)
	w := &waiter{payer, units, make(chan struct{})}
	place := p.waiting.PushBack(w)
	p.mu.Unlock()
	select {
	case <-w.given:
		return true
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-w.given: // at the same moment
		return true
	default:
		p.waiting.Remove(place)
		return false
	}
}

func (p *Pool) unqueue(payer string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.queues[payer]--; p.queues[payer] == 0 {
		delete(p.queues, payer)
	}
}

// TryTake takes units if they are free now.
func (p *Pool) TryTake(payer string, units int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.fits(payer, units) {
		return false
	}
	p.add(payer, units)
	return true
}

// Give returns units and serves waiting calls.
func (p *Pool) Give(payer string, units int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(payer, -units)
	var next *list.Element
	for at := p.waiting.Front(); at != nil; at = next {
		next = at.Next()
		w, _ := at.Value.(*waiter)
		switch {
		case p.fits(w.payer, w.units):
			p.add(w.payer, w.units)
			p.waiting.Remove(at)
			close(w.given)
		case p.by[w.payer]+w.units <= p.each:
			return // it waits for other payers; later calls must not overtake it for ever
		}
	}
}

// Overdraw takes units even if they are not free. Other calls wait until they are returned.
func (p *Pool) Overdraw(payer string, units int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(payer, units)
}

// Share returns the most that one payer may hold.
func (p *Pool) Share() int64 { return p.each }

func (p *Pool) fits(payer string, units int64) bool {
	return p.held+units <= p.total && p.by[payer]+units <= p.each
}

func (p *Pool) add(payer string, units int64) {
	p.held += units
	if p.by[payer] += units; p.by[payer] == 0 {
		delete(p.by, payer)
	}
}
