package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"plotline/internal/egress"
	"plotline/scenes/model"
)

const (
	tries    = 4 // attempts at one request, including the first
	jitter   = 0.5
	waitMost = time.Minute
	bodyMost = 2 << 20 // bytes of an answer, including reasoning
)

// service returns the HTTP client. It retries on 429, on 5xx except 501, and when a connection breaks before an
// answer. It does not retry when an answer breaks off, because that answer has already been paid for.
func service(transport http.RoundTripper, pause time.Duration) *egress.Service {
	if transport == nil {
		transport = egress.Transport()
	}
	return egress.New(transport, egress.Policy{
		Tries: tries, First: pause, Jitter: jitter, Longest: waitMost, Most: bodyMost,
		Again: func(answer egress.Answer, err error) bool {
			return errors.Is(err, egress.ErrBroken) ||
				answer.Stumbled() && answer.Status != http.StatusNotImplemented
		},
	})
}

// send requests a path below the base URL and returns the body of the answer. With an error it returns the beginning
// of the error body. That text serves to find the rejected fields and is never shown.
func (c *Client) send(ctx context.Context, method, path string, body payload) ([]byte, error) {
	answer, err := c.service.Ask(ctx, func(ctx context.Context) (*http.Request, error) {
		return c.request(ctx, method, path, body)
	})
	return answer.Body, modelError(answer, err)
}

func (c *Client) request(ctx context.Context, method, path string, body payload) (*http.Request, error) {
	if body == nil {
		return c.address.Request(ctx, method, path, http.NoBody)
	}
	request, err := c.address.Request(ctx, method, path, io.NopCloser(body.reader()))
	if err != nil {
		return nil, err
	}
	request.ContentLength = body.size()
	request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(body.reader()), nil }
	return request, nil
}

// modelError converts an outcome into an error of package model.
func modelError(answer egress.Answer, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, egress.ErrStatus):
		return statusError(answer.Status)
	case errors.Is(err, egress.ErrWaitTooLong):
		return model.ErrBusy
	case errors.Is(err, egress.ErrTooLarge):
		return model.ErrTooLong
	case errors.Is(err, egress.ErrQuestion):
		return model.ErrGarbled
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return model.ErrTimeout
	}
	return model.ErrUnavailable
}

// statusError converts a status other than 200 into an error. A redirect gives ErrGarbled, whose text suggests checking the
// base URL.
func statusError(status int) error {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired: // the last means no credit left
		return model.ErrKey
	case http.StatusTooManyRequests:
		return model.ErrBusy
	case http.StatusRequestTimeout:
		return model.ErrTimeout
	case http.StatusNotFound:
		return ErrNotThere
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return model.ErrRefused
	}
	if status >= http.StatusInternalServerError {
		return model.ErrUnavailable
	}
	return model.ErrGarbled
}
