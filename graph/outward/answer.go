package outward

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"time"
)

const (
	bodyMost    = 8 << 20 // bytes of an answer where the policy names no bound
	refusalMost = 4 << 10 // bytes that are read of what is said about a refused question
)

// Answer is what a service said.
type Answer struct {
	// Status is 0 when nothing was said.
	Status int
	// Body is all of an answer with the status 200, and the first 4 KiB of a 400 or a 422. Those are for
	// finding out what was refused; they must not be shown, since they may repeat the question.
	Body []byte

	after time.Duration // how long the service asks to be left alone
}

// Stumbled tells of a status that may be another one soon: too many requests, or a fault of the service.
func (a Answer) Stumbled() bool {
	return a.Status == http.StatusTooManyRequests || a.Status >= http.StatusInternalServerError
}

// once sends a question one time.
func (s *Service) once(
	ctx context.Context, question func(context.Context) (*http.Request, error),
) (Answer, error) {
	if s.policy.Limit > 0 {
		limited, cancel := context.WithTimeout(ctx, s.policy.Limit)
		defer cancel()
		ctx = limited
	}
	request, err := question(ctx)
	if err != nil {
		return Answer{}, ErrQuestion
	}
	response, err := s.client.Do(request)
	if err != nil {
		return Answer{}, inTime(ctx, unsent(err))
	}
	defer func() { _ = response.Body.Close() }()
	return read(ctx, response, cmp.Or(s.policy.Most, bodyMost))
}

func read(ctx context.Context, response *http.Response, most int) (Answer, error) {
	answer := Answer{Status: response.StatusCode}
	if answer.Status != http.StatusOK {
		answer.after = retryAfter(response.Header.Get("Retry-After"), time.Now())
		answer.Body = complaint(response)
		return answer, ErrStatus
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, int64(most)+1))
	switch {
	case err != nil:
		return answer, inTime(ctx, ErrCut)
	case len(body) > most:
		return answer, ErrMuch
	}
	answer.Body = body
	return answer, nil
}

// complaint is the beginning of what a service says about a question; nil where it is about something
// else, for then it is not worth waiting for.
func complaint(response *http.Response) []byte {
	if response.StatusCode != http.StatusBadRequest && response.StatusCode != http.StatusUnprocessableEntity {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, refusalMost)) // half of one will do
	return text
}

// inTime is an error, unless its reason is that the time was over.
func inTime(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ErrSlow
	}
	return err
}
