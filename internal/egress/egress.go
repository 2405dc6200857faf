// Package egress calls HTTP services on the network, with retries.
//
// It implements what all services have in common: the delays between tries, Retry-After (RFC 9110, section
// 10.2.3) and a limit on the size of answers. It also keeps requests and responses out of errors, because
// both may contain keys. The calling packages interpret the answers and decide what to retry. Download fetches a file.
//
// github.com/cenkalti/backoff counts the tries and waits. This package adds that it never starts a wait that
// would exceed the time limit.
package egress

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Policy configures the retries and limits of a service.
type Policy struct {
	// Tries is the maximum number of tries, at least 1.
	Tries uint
	// First is the mean delay before the second try. It doubles before each further try.
	First time.Duration
	// Jitter is the maximum deviation of a delay from its mean, as a fraction: 0 is none, 0.5 is half.
	Jitter float64
	// Longest is the maximum delay, and the longest that a service may ask for. If it asks for more, there is
	// no further try.
	Longest time.Duration
	// Limit is the time limit of one try; 0 means none but the context's.
	Limit time.Duration
	// Most is the maximum size of an answer in bytes; 0 means 8 MiB.
	Most int
	// Again reports whether to try again, given the result of the last try. It is not called for final
	// errors: ErrQuestion, ErrUntrusted, ErrTimeout and ErrTooLarge.
	Again func(Answer, error) bool
}

// Service is an HTTP service. It is safe for concurrent use.
type Service struct {
	client http.Client
	policy Policy
}

// New returns a service that uses a transport; nil means the default one. It follows no redirects, because
// another host would then receive the key.
func New(transport http.RoundTripper, p Policy) *Service {
	return &Service{policy: p, client: http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close closes idle connections. The service can still be used.
func (s *Service) Close() { s.client.CloseIdleConnections() }

// Ask sends a request, with retries, and returns the answer of the last try. It calls question for each try,
// with that try's context. The error is nil for status 200, otherwise one of this package or, if ctx has
// ended, that of ctx.
func (s *Service) Ask(ctx context.Context, question func(context.Context) (*http.Request, error)) (Answer, error) {
	waits := newPatience(ctx, s.policy)
	try := func() (Answer, error) {
		answer, err := s.once(ctx, question)
		switch {
		case err == nil:
			return answer, nil
		case final(err) || !s.policy.Again(answer, err):
			return answer, backoff.Permanent(err)
		case !waits.accept(answer.after):
			return answer, backoff.Permanent(ErrWaitTooLong)
		}
		return answer, err
	}
	answer, err := backoff.Retry(ctx, try,
		backoff.WithBackOff(waits), backoff.WithMaxTries(s.policy.Tries), backoff.WithMaxElapsedTime(0))
	if err != nil && ctx.Err() != nil {
		return answer, ctx.Err()
	}
	return answer, unwrapPermanent(err)
}
