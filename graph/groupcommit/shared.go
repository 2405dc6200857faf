package groupcommit

import (
	"context"
	"sync/atomic"
	"time"
)

// shared is the context of a group: it lasts until the latest deadline of its members, or until the
// last of them has left. What else it carries is the first member's.
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

// until ends at a deadline; at none when that is zero.
func until(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	if deadline.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}

// latest is zero when a member has all the time.
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
