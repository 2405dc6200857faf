package egress

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// growth is the factor by which each delay exceeds the previous one.
const growth = 2

// namedMost bounds a delay that a service asks for. It exceeds every policy.
const namedMost = 24 * time.Hour

// retryDelays computes the delays between tries by the policy. None is shorter than what the service asked for.
type retryDelays struct {
	backoff.ExponentialBackOff

	longest  time.Duration
	deadline time.Time     // zero means none
	named    time.Duration // by the last answer
}

func newPatience(ctx context.Context, p Policy) *retryDelays {
	deadline, _ := ctx.Deadline()
	return &retryDelays{
		longest: p.Longest, deadline: deadline,
		ExponentialBackOff: backoff.ExponentialBackOff{
			InitialInterval: p.First, RandomizationFactor: p.Jitter, Multiplier: growth, MaxInterval: p.Longest,
		},
	}
}

// accept records the delay that the service asks for, and reports whether there is time for it.
func (p *retryDelays) accept(named time.Duration) bool {
	p.named = named
	return named <= p.longest && (named == 0 || p.timeFor(named))
}

// NextBackOff implements backoff.BackOff. It stops if the next try would exceed the deadline.
func (p *retryDelays) NextBackOff() time.Duration {
	wait := max(p.ExponentialBackOff.NextBackOff(), p.named)
	if !p.timeFor(wait) {
		return backoff.Stop
	}
	return wait
}

func (p *retryDelays) timeFor(wait time.Duration) bool {
	return p.deadline.IsZero() || wait < time.Until(p.deadline)
}

// RetryAfter parses a Retry-After header, in seconds or as a date. It returns 0 if it is neither.
func RetryAfter(text string, now time.Time) time.Duration {
	seconds, err := strconv.Atoi(text)
	if err == nil || errors.Is(err, strconv.ErrRange) { // out of range: Atoi returned the largest int
		return time.Duration(min(max(seconds, 0), int(namedMost/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), namedMost)
	}
	return 0
}
