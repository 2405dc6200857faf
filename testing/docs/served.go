package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	"plotline/testing/kit/serving"
)

// ask starts `plotline serve`, sends requests in sequence, and returns the last reply.
func ask(ctx context.Context, paths ...string) (text string, err error) {
	dir, err := os.MkdirTemp("", "plotline-docs-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	server, err := serving.Launch(ctx, "bin/plotline", nil, "--data-dir", dir)
	if err != nil {
		return "", fmt.Errorf("%w (run `make build` first)", err)
	}
	defer func() {
		if stopped := server.Stop(); err == nil {
			err = stopped
		}
	}()
	for _, path := range paths {
		if text, err = get(ctx, server.URL+path); err != nil {
			return "", err
		}
	}
	return text, nil
}

func get(ctx context.Context, address string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s: %s", address, answer.Status, body)
	}
	return string(body), err
}
