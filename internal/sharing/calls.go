package sharing

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"plotline/internal/pause"
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

// Each calls do for each i below n, on all processors. It repeats a panic in the caller's goroutine, so that a
// panic fails the call and does not end the program.
func Each(n int, do func(i int)) {
	const worthIt = 32 // calls per goroutine
	var next atomic.Int64
	var panicked atomic.Pointer[any]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				panicked.Store(&p)
			}
		}()
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n/worthIt) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
}

// Pace limits work in the background to a share of the time: after work, it rests for a multiple of the work's time.
// Several callers may use it at once.
type Pace struct {
	factor int
	mu     sync.Mutex
	owed   time.Duration
}

// NewPace returns a pace that rests factor times as long as the work took.
func NewPace(factor int) *Pace { return &Pace{factor: factor} }

// Worked counts work that took d. The next Rest makes up for it.
func (p *Pace) Worked(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.owed += time.Duration(p.factor) * d
}

// Rest rests for all work since the last rest. It reports whether ctx goes on.
func (p *Pace) Rest(ctx context.Context) bool {
	p.mu.Lock()
	owed := p.owed
	p.owed = 0
	p.mu.Unlock()
	return pause.For(ctx, owed)
}
