package turns

import (
	"container/list"
	"context"
	"sync"
)

// Pool bounds something that all payers share: places to run, places to listen, bytes of bodies and answers.
// It also bounds what one payer holds of it, so that no payer can use up what others need.
type Pool struct {
	total int64
	each  int64 // of one payer

	mu      sync.Mutex
	held    int64
	by      map[string]int64
	queues  map[string]int // how many wait, by payer
	waiting list.List      // of *waiter, the first to come first
}

// maxWaiting bounds the calls of one payer that wait: with HTTP/2 they cost no connection.
const maxWaiting = 1024

// waiter is a call of Take that has found no room yet.
type waiter struct {
	payer string
	units int64
	given chan struct{}
}

// NewPool makes a pool of so many units, of which each payer may hold a part.
func NewPool(total, each int64) *Pool {
	return &Pool{total: total, each: min(each, total), by: map[string]int64{}, queues: map[string]int{}}
}

// Take waits for room until ctx ends. It tells whether it got the units.
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

// TryTake takes units that are free now.
func (p *Pool) TryTake(payer string, units int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.fits(payer, units) {
		return false
	}
	p.add(payer, units)
	return true
}

// Give returns units, and lets in those that waited for them.
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
			return // it waits for others, who must not overtake it for ever
		}
	}
}

// Overdraw takes units that are needed already, whether or not they are free. Others wait until they are
// returned.
func (p *Pool) Overdraw(payer string, units int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(payer, units)
}

// Share is the most that one payer may hold.
func (p *Pool) Share() int64 { return p.each }

// Held is how many units are held now.
func (p *Pool) Held() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held
}

// Waiting counts the calls that wait for units.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting.Len()
}

func (p *Pool) fits(payer string, units int64) bool {
	return p.held+units <= p.total && p.by[payer]+units <= p.each
}

func (p *Pool) add(payer string, units int64) {
	p.held += units
	if p.by[payer] += units; p.by[payer] == 0 {
		delete(p.by, payer)
	}
}
