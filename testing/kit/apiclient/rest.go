package apiclient

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"plotline/internal/fault"
)

// REST calls use cases over REST. It reads the operations from the program's own OpenAPI document.
type REST struct {
	url        string
	operations map[string]Operation
	client     *http.Client
}

// OverREST connects to a server that needs no token. It uses its own connections.
func OverREST(ctx context.Context, url string) (*REST, error) {
	r := &REST{url: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	document, err := r.send(ctx, http.MethodGet, "/api/openapi.json", "")
	if err != nil {
		return nil, err
	}
	r.operations, err = Operations(document.body)
	return r, err
}

// Close closes idle connections.
func (r *REST) Close() { r.client.CloseIdleConnections() }

// reply is an HTTP reply.
type reply struct {
	status int
	kind   string
	body   []byte
}

func (r *REST) send(ctx context.Context, method, path, body string) (reply, error) {
	request, err := http.NewRequestWithContext(ctx, method, r.url+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := r.client.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header.Get("Content-Type"), text}, err
}

// Call calls the operation with the use case's name.
func (r *REST) Call(ctx context.Context, useCase string, args map[string]any) (Answer, error) {
	o, known := r.operations[useCase]
	if !known {
		return Answer{}, fmt.Errorf("no operation is called %s", useCase)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return Answer{}, err
	}
	path, body, err := o.Address(raw)
	if err != nil {
		return Answer{}, err
	}
	got, err := r.send(ctx, o.Method, path, body)
	if err != nil {
		return Answer{}, err
	}
	if got.status < http.StatusBadRequest {
		return Answer{Result: got.body}, nil
	}
	a, err := rejection(useCase, got.body, "detail")
	if err == nil && (got.kind != "application/problem+json" || statuses[a.Code] != 0 && statuses[a.Code] != got.status) {
		err = invalidReply("%s: %d %s %.500s", useCase, got.status, got.kind, got.body)
	}
	return a, err
}

// statuses are the HTTP statuses of the codes that faults cause.
var statuses = map[fault.Code]int{
	fault.Unavailable: http.StatusServiceUnavailable, fault.Timeout: http.StatusGatewayTimeout,
	fault.AlreadyExists: http.StatusConflict, fault.Cycle: http.StatusConflict, fault.Conflict: http.StatusConflict,
	fault.NotFound: http.StatusNotFound,
}
