// Package pause waits for a duration or the end of a context.
package pause

import (
	"context"
	"time"
)

// For waits for d. If ctx ends first, it returns the context's error.
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
