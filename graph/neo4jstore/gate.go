package neo4jstore

import (
	"context"
	"sync"
	"sync/atomic"
)

// gate lets calls through once an opening has succeeded. Until then one caller at a time opens, and
// those who come meanwhile share its result, so that a database that is away fails them all at once
// and not one after the other.
type gate struct {
	open   atomic.Bool
	mu     sync.Mutex
	flight *flight // of the caller who is opening, or nil
}

// flight is one attempt to open. err is set before done is closed.
type flight struct {
	done chan struct{}
	err  error
	left bool // its caller went away, which says nothing about the database
}

// pass opens the gate, waits for it, or finds it open.
func (g *gate) pass(ctx context.Context, opening func(context.Context) error) error {
	for !g.open.Load() {
		mine, theirs := g.board()
		if mine != nil {
			return g.land(ctx, mine, opening(ctx))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-theirs.done:
			if theirs.err != nil && !theirs.left {
				return theirs.err
			}
		}
	}
	return nil
}

// board starts a flight, or finds the one that is under way.
func (g *gate) board() (mine, theirs *flight) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.flight != nil {
		return nil, g.flight
	}
	g.flight = &flight{done: make(chan struct{})}
	return g.flight, nil
}

func (g *gate) land(ctx context.Context, f *flight, err error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err == nil {
		g.open.Store(true)
	}
	f.err, f.left = err, ctx.Err() != nil
	g.flight = nil
	close(f.done)
	return err
}
