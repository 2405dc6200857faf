package tools

import "sync"

// bell tells, once, that something ended. Who waits needs no goroutine of its own.
type bell struct {
	mu      sync.Mutex
	rung    bool
	last    int
	waiting map[int]func()
}

// on has f called when the bell rings, at once if it has. What was stopped before is not called.
func (b *bell) on(f func()) (stop func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung {
		f()
		return func() {}
	}
	if b.waiting == nil {
		b.waiting = map[int]func(){}
	}
	b.last++
	id := b.last
	b.waiting[id] = f
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.waiting, id)
	}
}

// over is true when the bell has rung.
func (b *bell) over() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rung
}

// ring calls who waits. A second ring calls nobody.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rung = true
	for id, f := range b.waiting {
		f()
		delete(b.waiting, id)
	}
}
