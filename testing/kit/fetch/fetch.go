// Package fetch sends single HTTP requests and reads the whole replies.
package fetch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
)

// Reply is a response, read to its end.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// String is the status and the body.
func (r Reply) String() string { return fmt.Sprintf("%d %s", r.Status, r.Body) }

// Do sends a request. Headers come in pairs. A body is declared as JSON, unless they declare it.
func Do(ctx context.Context, method, url string, body []byte, headers ...string) (Reply, error) {
	return By(ctx, http.DefaultClient, method, url, body, headers...)
}

// By is Do with a client.
func By(ctx context.Context, client *http.Client, method, url string, body []byte, headers ...string) (Reply, error) {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return Reply{}, err
	}
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		return Reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	read, err := io.ReadAll(response.Body)
	return Reply{response.StatusCode, response.Header, read}, err
}

// Get requests a resource.
func Get(ctx context.Context, url string, headers ...string) (Reply, error) {
	return Do(ctx, http.MethodGet, url, nil, headers...)
}
