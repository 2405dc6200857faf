package groupcommit

import (
	"context"
	"sync/atomic"
	"time"
)

// shared returns the context of a group. It ends at the latest deadline of the members, or when the last of
// them has left. It carries the values of the first member.
func shared[In, Out any](group []*member[In, Out]) (context.Context, context.CancelFunc) {
	first := group[0].ctx
	if len(group) == 1 {
		return first, func() {}
	}
	ctx, cancel := until(context.WithoutCancel(first), latest(group))
	var staying atomic.Int64
	staying.Store(int64(len(group)))
	stops := make([]func() bool, len(group))
	for i, m := range group {
		stops[i] = context.AfterFunc(m.ctx, func() {
			if staying.Add(-1) == 0 {
				cancel()
			}
		})
	}
	return ctx, func() {
		for _, stop := range stops {
			stop()
		}
		cancel()
	}
}

// until returns a context with a deadline, or none if that is zero.
func until(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	if deadline.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}

// latest returns the latest deadline, or zero if a member has none.
func latest[In, Out any](group []*member[In, Out]) time.Time {
	var last time.Time
	for _, m := range group {
		deadline, limited := m.ctx.Deadline()
		if !limited {
			return time.Time{}
		}
		if deadline.After(last) {
			last = deadline
		}
	}
	return last
}
