package outward

import (
	"context"
	"io"
	"net/http"
	"time"
)

const (
	bodyMost    = 8 << 20 // bytes of an answer
	refusalMost = 4 << 10 // bytes that are read of an answer that says no
)

// Answer is what a service said.
type Answer struct {
	// Status is 0 when nothing was said.
	Status int
	// Body is all of an answer with the status 200, and the beginning of any other. That is for finding
	// out what was refused; it must not be shown, since it may repeat the question.
	Body []byte

	after time.Duration // how long the service asks to be left alone
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
	return read(ctx, response)
}

// read takes an answer in. Of a refusal what can be had is enough: its status says the most.
func read(ctx context.Context, response *http.Response) (Answer, error) {
	answer := Answer{Status: response.StatusCode}
	if answer.Status != http.StatusOK {
		answer.after = retryAfter(response.Header.Get("Retry-After"), time.Now())
		answer.Body, _ = io.ReadAll(io.LimitReader(response.Body, refusalMost))
		return answer, ErrStatus
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, bodyMost+1))
	switch {
	case err != nil:
		return answer, inTime(ctx, ErrCut)
	case len(body) > bodyMost:
		return answer, ErrMuch
	}
	answer.Body = body
	return answer, nil
}

// inTime is an error, unless its reason is that the time was over.
func inTime(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ErrSlow
	}
	return err
}
