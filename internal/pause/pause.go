// Package pause waits, but not for longer than a context lasts.
package pause

import (
	"context"
	"time"
)

// For waits for d. It reports whether ctx goes on, and returns at once if d is not positive.
func For(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// Over reports whether a channel is closed. It does not wait.
func Over(end <-chan struct{}) bool {
	select {
	case <-end:
		return true
	default:
		return false
	}
}
