package sharing

import (
	"context"
	"sync"
	"time"

	"plotline/internal/pause"
)

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
