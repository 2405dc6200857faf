package tools

import "sync"

// event signals one event to any number of callbacks, without a goroutine for each.
type event struct {
	mu      sync.Mutex
	done    bool
	last    int
	waiting map[int]func()
}

// on calls f when the bell rings, or at once if it has rung. After stop, f is not called.
func (b *event) on(f func()) (stop func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done {
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
func (b *event) over() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.done
}

// ring calls all waiting callbacks. A second ring calls none.
func (b *event) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = true
	for id, f := range b.waiting {
		f()
		delete(b.waiting, id)
	}
}
