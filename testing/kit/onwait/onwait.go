// Package onwait lets tests act at the moment at which a function begins to wait.
package onwait

import "context"

type waited struct {
	context.Context //nolint:containedctx // it is one

	call func()
}

func (w waited) Done() <-chan struct{} {
	w.call()
	return w.Context.Done()
}

// Context returns a context that calls a function whenever code waits for its end.
func Context(parent context.Context, call func()) context.Context { return waited{parent, call} }
