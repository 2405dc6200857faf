package egress

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"time"
)

const (
	bodyMost    = 8 << 20 // maximum bytes of an answer if the policy sets no limit
	refusalMost = 4 << 10 // bytes that are read of the explanation of a rejected request
)

// Answer is the response of a service.
type Answer struct {
	// Status is 0 if there was no response.
	Status int
	// Body is the whole body of a response with status 200, or the first 4 KiB of a 400 or 422. The latter
	// serves to find out what was rejected. It must not be shown, because it may repeat the request.
	Body []byte

	after time.Duration // how long the service asks to wait
}

// Stumbled reports whether the status may be temporary: too many requests, or a fault of the service.
func (a Answer) Stumbled() bool {
	return a.Status == http.StatusTooManyRequests || a.Status >= http.StatusInternalServerError
}

// once sends a request once.
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
		answer.after = RetryAfter(response.Header.Get("Retry-After"), time.Now())
		answer.Body = complaint(response)
		return answer, ErrStatus
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, int64(most)+1))
	switch {
	case err != nil:
		return answer, inTime(ctx, ErrTruncated)
	case len(body) > most:
		return answer, ErrTooLarge
	}
	answer.Body = body
	return answer, nil
}

// complaint returns the start of the explanation of a rejected request. It is nil for other statuses, whose
// body is not worth waiting for.
func complaint(response *http.Response) []byte {
	if response.StatusCode != http.StatusBadRequest && response.StatusCode != http.StatusUnprocessableEntity {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, refusalMost)) // a part of it is enough
	return text
}

// inTime returns err, or ErrTimeout if the time limit has expired.
func inTime(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ErrTimeout
	}
	return err
}
