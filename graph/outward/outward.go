// Package outward asks services on the network over HTTP, and asks again when one stumbles.
//
// It holds what is the same for all of them: the time between tries, what Retry-After says
// (RFC 9110, section 10.2.3), the bound on an answer, and that nothing of a request or of an answer gets
// into an error, since both may hold keys. What an answer means, and what is worth another try, is known
// to the packages that ask.
//
// The tries are counted and the waits made by github.com/cenkalti/backoff. That a wait is never begun
// that would outlast the time limit is added here.
package outward

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Policy says how a service is asked.
type Policy struct {
	// Tries is how often one question is asked at the most, the first time included. It is 1 or more.
	Tries uint
	// First is the mean wait before the second try; before each further one it is twice as long.
	First time.Duration
	// Jitter is how far a wait may be from its mean, to either side: 0 is not at all, 0.5 half of it.
	Jitter float64
	// Longest is where waits stop growing, and the longest that a service may ask for; when it asks for
	// more, it is not asked again.
	Longest time.Duration
	// Limit is the time that one try may take; 0 is any, as long as the context goes on.
	Limit time.Duration
	// Most is the bytes that an answer may have; 0 is 8 MiB.
	Most int
	// Again tells whether another try is worth it, by what came of the last. It is not asked about what
	// no further try can change: ErrQuestion, ErrUntrusted, ErrSlow and ErrMuch.
	Again func(Answer, error) bool
}

// Service is one that can be asked. It is safe for concurrent use.
type Service struct {
	client http.Client
	policy Policy
}

// New makes a service that is reached by a transport; nil is Go's own. No redirect is followed, for
// another host would get the key that goes along with the question.
func New(transport http.RoundTripper, p Policy) *Service {
	return &Service{policy: p, client: http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close gives back the connections that stand idle. The service can be asked afterwards.
func (s *Service) Close() { s.client.CloseIdleConnections() }

// Ask sends a question, again when that is worth it, and gives the answer to the last try. The question is
// made anew for each, with the context that it is to have. The error is nil for an answer with the status
// 200, and otherwise one of this package's, or that of ctx when it has ended.
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
			return answer, backoff.Permanent(ErrLater)
		}
		return answer, err
	}
	answer, err := backoff.Retry(ctx, try,
		backoff.WithBackOff(waits), backoff.WithMaxTries(s.policy.Tries), backoff.WithMaxElapsedTime(0))
	if err != nil && ctx.Err() != nil {
		return answer, ctx.Err()
	}
	return answer, bare(err)
}
