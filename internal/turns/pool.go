package turns

import (
	"container/list"
	"context"
	"slices"
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
	units  int64
	payers []string
	given  chan struct{}
}

// NewPool returns a pool of total units, of which each payer may hold at most each.
func NewPool(total, each int64) *Pool {
	return &Pool{total: total, each: min(each, total), by: map[string]int64{}, queues: map[string]int{}}
}

// Take waits for units until ctx ends. It reports whether it got them. It takes them from the share of each payer at the
// same time: a call that waits for one holds nothing of the others.
func (p *Pool) Take(ctx context.Context, units int64, payers ...string) bool {
	p.mu.Lock()
	if p.fits(units, payers) {
		p.add(units, payers)
		p.mu.Unlock()
		return true
	}
	if !p.enqueue(payers) {
		p.mu.Unlock()
		return false
	}
	defer p.dequeue(payers)
	w := &waiter{units, payers, make(chan struct{})}
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

// enqueue counts a waiting call, unless one of its payers has too many.
func (p *Pool) enqueue(payers []string) bool {
	if slices.ContainsFunc(payers, func(payer string) bool { return p.queues[payer] >= maxWaiting }) {
		return false
	}
	for _, payer := range payers {
		p.queues[payer]++
	}
	return true
}

func (p *Pool) dequeue(payers []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, payer := range payers {
		if p.queues[payer]--; p.queues[payer] == 0 {
			delete(p.queues, payer)
		}
	}
}

// TryTake takes units if they are free now.
func (p *Pool) TryTake(units int64, payers ...string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.fits(units, payers) {
		return false
	}
	p.add(units, payers)
	return true
}

// Give returns units and serves waiting calls.
func (p *Pool) Give(units int64, payers ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(-units, payers)
	var next *list.Element
	for at := p.waiting.Front(); at != nil; at = next {
		next = at.Next()
		w, _ := at.Value.(*waiter)
		switch {
		case p.fits(w.units, w.payers):
			p.add(w.units, w.payers)
			p.waiting.Remove(at)
			close(w.given)
		case p.inShares(w.units, w.payers):
			return // it waits for other payers; later calls must not overtake it for ever
		}
	}
}

// Overdraw takes units even if they are not free. Other calls wait until they are returned.
func (p *Pool) Overdraw(units int64, payers ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(units, payers)
}

// Share returns the most that one payer may hold.
func (p *Pool) Share() int64 { return p.each }

func (p *Pool) fits(units int64, payers []string) bool {
	return p.held+units <= p.total && p.inShares(units, payers)
}

// inShares reports whether each payer may hold so many units more.
func (p *Pool) inShares(units int64, payers []string) bool {
	return !slices.ContainsFunc(payers, func(payer string) bool { return p.by[payer]+units > p.each })
}

func (p *Pool) add(units int64, payers []string) {
	p.held += units
	for _, payer := range payers {
		if p.by[payer] += units; p.by[payer] == 0 {
			delete(p.by, payer)
		}
	}
}
