package tmdb

import (
	"context"
	"time"
)

// PauseBy replaces the waiting between attempts.
func (c *Client) PauseBy(pause func(ctx context.Context, d time.Duration) error) { c.pause = pause }

// Pause waits between attempts.
var Pause = pause

// RetryAfter reads the header of that name.
var RetryAfter = retryAfter
