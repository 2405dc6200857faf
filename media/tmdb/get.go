package tmdb

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"plotline/internal/egress"
)

// The errors of requests, in words for the caller. None contains a URL, which may hold the key.
var (
	ErrKey         = errors.New("TMDB rejected the key; check that it is right and still valid")
	ErrNotFound    = errors.New("TMDB does not have it")
	ErrBusy        = errors.New("TMDB reports too many requests; try again later")
	ErrUnavailable = errors.New("TMDB cannot be reached or failed with a server error; try again later")
	ErrTimeout     = errors.New("TMDB did not answer in time; try again later")
	ErrGarbled     = errors.New("TMDB returned an invalid reply; check the base URL")
)

const (
	tries      = 3 // including the first
	maxDelay   = 10 * time.Second
	firstDelay = 250 * time.Millisecond // before the second try; doubled before the third
)

// service returns the client for TMDB. It retries temporary failures and incomplete answers.
func service(transport http.RoundTripper, timeout time.Duration) *egress.Service {
	return egress.New(transport, egress.Policy{
		Tries: tries, First: firstDelay, Longest: maxDelay, Limit: timeout,
		Again: func(answer egress.Answer, err error) bool {
			return answer.Stumbled() || errors.Is(err, egress.ErrBroken) || errors.Is(err, egress.ErrTruncated)
		},
	})
}

// get requests one resource. The error is one of those above, or the context's own.
func (c *Client) get(ctx context.Context, path string, query url.Values, into any) error {
	answer, err := c.service.Ask(ctx, func(ctx context.Context) (*http.Request, error) {
		return c.request(ctx, path, query)
	})
	if err == nil && json.Unmarshal(answer.Body, into) != nil {
		return ErrGarbled
	}
	return translateError(answer, err)
}

func (c *Client) request(ctx context.Context, path string, query url.Values) (*http.Request, error) {
	if !c.bearer() {
		query.Set("api_key", c.key)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path+"?"+query.Encode(), http.NoBody)
	if err != nil {
		return nil, err
	}
	if c.bearer() {
		request.Header.Set("Authorization", "Bearer "+c.key)
	}
	request.Header.Set("Accept", "application/json")
	return request, nil
}

// translateError translates the result of a request into this package's errors.
func translateError(answer egress.Answer, err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, egress.ErrStatus), errors.Is(err, egress.ErrWaitTooLong):
		return errorOfStatus(answer.Status)
	case errors.Is(err, egress.ErrTimeout):
		return ErrTimeout
	case errors.Is(err, egress.ErrQuestion), errors.Is(err, egress.ErrTooLarge):
		return ErrGarbled
	}
	return ErrUnavailable
}

func errorOfStatus(status int) error {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return ErrKey
	case status == http.StatusNotFound:
		return ErrNotFound
	case status == http.StatusTooManyRequests:
		return ErrBusy
	case status >= http.StatusInternalServerError:
		return ErrUnavailable
	}
	return ErrGarbled
}
