// Package pause waits for a while, or until nobody wants to wait any more.
package pause

import (
	"context"
	"time"
)

// For waits, unless ctx ends first: then the error is the context's.
func For(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
