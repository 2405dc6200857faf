package tools

import "sync"

// bell signals one event to any number of callbacks, without a goroutine for each.
type bell struct {
	mu      sync.Mutex
	rung    bool
	last    int
	waiting map[int]func()
}

// on calls f when the bell rings, or at once if it has rung. After stop, f is not called.
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

// over reports whether the bell has rung.
func (b *bell) over() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rung
}

// ring calls all waiting callbacks. A second ring calls none.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rung = true
	for id, f := range b.waiting {
		f()
		delete(b.waiting, id)
	}
}
