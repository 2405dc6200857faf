package outward

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// growth is how much longer each wait is than the one before.
const growth = 2

// namedMost is what is made of a longer wait that a service names: no policy has that much patience.
const namedMost = 24 * time.Hour

// patience gives the waits between the tries of one question: by the clock of the policy, but none is
// shorter than what the service asked for.
type patience struct {
	backoff.ExponentialBackOff

	longest  time.Duration
	deadline time.Time     // zero is never
	named    time.Duration // by the last answer
}

func newPatience(ctx context.Context, p Policy) *patience {
	deadline, _ := ctx.Deadline()
	return &patience{
		longest: p.Longest, deadline: deadline,
		ExponentialBackOff: backoff.ExponentialBackOff{
			InitialInterval: p.First, RandomizationFactor: p.Jitter, Multiplier: growth, MaxInterval: p.Longest,
		},
	}
}

// accept takes note of the wait that a service asks for, and tells whether there is time for it.
func (p *patience) accept(named time.Duration) bool {
	p.named = named
	return named <= p.longest && (named == 0 || p.timeFor(named))
}

// NextBackOff is what backoff.BackOff says. Nobody is made to wait for a try that would come too late.
func (p *patience) NextBackOff() time.Duration {
	wait := max(p.ExponentialBackOff.NextBackOff(), p.named)
	if !p.timeFor(wait) {
		return backoff.Stop
	}
	return wait
}

func (p *patience) timeFor(wait time.Duration) bool {
	return p.deadline.IsZero() || wait < time.Until(p.deadline)
}

// retryAfter reads the header of that name: seconds or a date; 0 when it says neither.
func retryAfter(text string, now time.Time) time.Duration {
	seconds, err := strconv.Atoi(text)
	if err == nil || errors.Is(err, strconv.ErrRange) { // then it is the largest that there is
		return time.Duration(min(max(seconds, 0), int(namedMost/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), namedMost)
	}
	return 0
}
