package tmdb

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// What can go wrong, in words for whoever called. None carries an address, which may hold the key.
var (
	ErrKey         = errors.New("TMDB refused the key; check that it is right and still valid")
	ErrNotFound    = errors.New("TMDB does not know it")
	ErrBusy        = errors.New("TMDB answers that there are too many requests; try again later")
	ErrUnavailable = errors.New("TMDB cannot be reached or has a fault of its own; try again later")
	ErrTimeout     = errors.New("TMDB did not answer in time; try again later")
	ErrGarbled     = errors.New("TMDB's answer cannot be understood; check the base URL")
)

const (
	attempts    = 3       // of one request, the first included
	bodyMost    = 8 << 20 // bytes of an answer
	waitMost    = 10 * time.Second
	firstBreath = 250 * time.Millisecond // before the second attempt; doubled before the third
)

// get asks for one resource, again when TMDB stumbles. The error is one of those above, or the
// context's own.
func (c *Client) get(ctx context.Context, path string, query url.Values, into any) error {
	breath := firstBreath
	for attempt := 1; ; attempt++ {
		wait, err := c.once(ctx, path, query, into)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		again := errors.Is(err, ErrUnavailable) || errors.Is(err, ErrBusy)
		if !again || attempt == attempts || wait > waitMost {
			return err
		}
		if err := c.pause(ctx, max(wait, breath)); err != nil {
			return err
		}
		breath *= 2
	}
}

// once sends one request. Of a busy server it tells how long to wait.
func (c *Client) once(ctx context.Context, path string, query url.Values, into any) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	request, err := c.request(ctx, path, query)
	if err != nil {
		return 0, ErrGarbled // a base URL that is none: the error would carry it, and the key
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, failed(ctx)
	}
	defer func() { _ = response.Body.Close() }()
	if err := judge(response.StatusCode); err != nil {
		return retryAfter(response.Header.Get("Retry-After"), time.Now()), err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, bodyMost+1))
	if err != nil {
		return 0, failed(ctx)
	}
	if len(body) > bodyMost || json.Unmarshal(body, into) != nil {
		return 0, ErrGarbled
	}
	return 0, nil
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

// failed is why a request came to nothing.
func failed(ctx context.Context) error {
	if ctx.Err() != nil {
		return ErrTimeout
	}
	return ErrUnavailable
}

func judge(status int) error {
	switch {
	case status == http.StatusOK:
		return nil
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

// retryAfter reads the header of that name, seconds or a date; 0 when there is none.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(min(max(seconds, 0), 86400)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
