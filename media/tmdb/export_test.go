package tmdb

import (
	"context"
	"time"

	"plotline/graph/pause"
)

// PauseBy replaces the waiting between attempts.
func (c *Client) PauseBy(by func(ctx context.Context, d time.Duration) error) { c.pause = by }

// Pause waits between attempts.
var Pause = pause.For

// RetryAfter reads the header of that name.
var RetryAfter = retryAfter
