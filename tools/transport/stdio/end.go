package stdio

import (
	"context"
	"time"

	"plotline/internal/pause"
	"plotline/tools/transport"
)

// finish waits for running requests, then cancels them. A client that closed its side may be gone or may wait for its
// last answers. finish cannot tell, so it gives up when no answer was written for the time limit.
func (c *connection) finish(calls context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.running.Wait()
	}()
	for seen := int64(-1); !pause.Over(c.stop) && calls.Err() == nil && c.written.Load() > seen; {
		seen = c.written.Load()
		if wait(done, c.stop, calls.Done(), idleAfterInput) {
			return
		}
	}
	if pause.Over(c.stop) && wait(done, nil, calls.Done(), stopping) {
		return
	}
	c.cancel(context.Canceled)
	if !wait(done, nil, nil, stopping) {
		c.endpoint.Logger.WarnContext(calls, "cancelled requests did not end")
	}
}

// wait reports whether done came first.
func wait(done, stop, gone <-chan struct{}, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-stop:
	case <-gone:
	case <-timer.C:
	}
	return false
}

// pump writes the session's notifications until the connection ends.
func (c *connection) pump(calls context.Context) {
	for {
		select {
		case n := <-c.session.notifications:
			if !transport.IsMark(n) {
				c.write(calls, n)
			}
		case <-calls.Done():
			return
		}
	}
}

// Flush waits until the notifications so far are written.
func (s *session) Flush(ctx context.Context) { transport.Barrier(s.notifications, ctx.Done()) }
