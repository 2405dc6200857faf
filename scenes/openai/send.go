package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"plotline/scenes/model"
)

const (
	retries       = 3
	bodyMost      = 8 << 20 // bytes of an answer
	complaintMost = 4 << 10 // bytes that are read of an answer that says no
	waitMost      = time.Minute
	idleMost      = 64 // connections that wait for the next question
)

// retrying is an HTTP client that asks again: on 429, on 5xx but 501, and when a connection breaks
// before there is an answer.
func retrying(transport http.RoundTripper, pause time.Duration) *retryablehttp.Client {
	if transport == nil {
		transport = ownTransport()
	}
	return &retryablehttp.Client{
		HTTPClient: &http.Client{
			Transport: transport,
			// Another host would get the key, and this one should be configured by its right address.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		Logger:       nil, // the library's own would write addresses to stderr
		RetryMax:     retries,
		RetryWaitMin: pause / 2,
		RetryWaitMax: pause + pause/2,
		CheckRetry:   again,
		Backoff:      retryablehttp.RateLimitLinearJitterBackoff,
		ErrorHandler: last,
	}
}

// ownTransport lets any number of questions go at once, and keeps their connections for the next ones.
func ownTransport() *http.Transport {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if standard, ok := http.DefaultTransport.(*http.Transport); ok {
		t = standard.Clone()
	}
	t.MaxConnsPerHost = 0
	t.MaxIdleConns = idleMost
	t.MaxIdleConnsPerHost = idleMost
	return t
}

// again decides about a retry. It turns down one that would come too late, instead of letting the
// caller wait for nothing.
func again(ctx context.Context, response *http.Response, err error) (bool, error) {
	if err == nil {
		// With no pause of its own, the library gives the endpoint's Retry-After, or 0.
		wait := retryablehttp.RateLimitLinearJitterBackoff(0, 0, 0, response)
		if wait < 0 || wait > waitMost || late(ctx, wait) { // below 0 it was too large for a Duration
			return false, model.ErrBusy
		}
	}
	return retryablehttp.DefaultRetryPolicy(ctx, response, err)
}

func late(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && wait > 0 && time.Until(deadline) < wait
}

// last hands over what came of the last attempt.
func last(response *http.Response, err error, _ int) (*http.Response, error) {
	if err != nil && response != nil {
		_ = response.Body.Close()
		response = nil
	}
	return response, err
}

// send asks for a path below the base URL and gives the body of the answer. With a refusal it gives
// the beginning of what was said about it: that is for finding the field that was refused, and is
// never shown.
func (c *Client) send(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	request, err := c.request(ctx, method, path, body)
	if err != nil {
		return nil, model.ErrGarbled
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, failed(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := judge(response.StatusCode); err != nil {
		return complaint(response), err
	}
	answer, err := io.ReadAll(io.LimitReader(response.Body, bodyMost+1))
	switch {
	case err != nil:
		return nil, failed(ctx, err)
	case len(answer) > bodyMost:
		return nil, model.ErrGarbled
	}
	return answer, nil
}

// complaint is the beginning of what stands in an answer that may be about a field; nil for others.
func complaint(response *http.Response) []byte {
	if response.StatusCode != http.StatusBadRequest && response.StatusCode != http.StatusUnprocessableEntity {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, complaintMost)) // half of one will do
	return text
}

func (c *Client) request(ctx context.Context, method, path string, body []byte) (*retryablehttp.Request, error) {
	var content any // an untyped nil is no body
	if body != nil {
		content = body
	}
	request, err := retryablehttp.NewRequestWithContext(ctx, method, c.base.JoinPath(path).String(), content)
	if err != nil {
		return nil, err
	}
	if *c.key != "" {
		request.Header.Set("Authorization", "Bearer "+*c.key)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "plotline")
	return request, nil
}

// failed is why a request came to nothing.
func failed(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, model.ErrBusy):
		return model.ErrBusy
	case ctx.Err() != nil:
		return model.ErrTimeout
	}
	return model.ErrUnavailable
}

// judge tells what a status means; only 200 is good. A redirect is ErrGarbled, whose text sends people
// to the base URL.
func judge(status int) error {
	switch status {
	case http.StatusOK:
		return nil
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired: // the last: no credit left
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
