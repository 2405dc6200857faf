package sharing

import (
	"context"
	"sync"
	"time"
)

// Calls counts the calls that run. It is safe for concurrent use. Its zero value is ready to use, and a nil Calls
// counts none.
type Calls struct {
	mu      sync.Mutex
	running int
	quiet   chan struct{} // closed when the last running call ends; nil while none runs
}

// Begin counts a call until end is called, once.
func (c *Calls) Begin() (end func()) {
	if c == nil {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running++; c.running == 1 {
		c.quiet = make(chan struct{})
	}
	return c.end
}

func (c *Calls) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running--; c.running == 0 {
		close(c.quiet)
		c.quiet = nil
	}
}

// Yield waits while calls run, but not longer than most, so that work goes on under many calls. It returns when ctx
// ends.
func (c *Calls) Yield(ctx context.Context, most time.Duration) {
	if c == nil {
		return
	}
	c.mu.Lock()
	quiet := c.quiet
	c.mu.Unlock()
	if quiet == nil {
		return
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-quiet:
	case <-timer.C:
	case <-ctx.Done():
	}
}
