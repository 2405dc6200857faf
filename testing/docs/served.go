package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"plotline/testing/kit/fetch"
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
	reply, err := fetch.Get(ctx, address)
	if err == nil && reply.Status != http.StatusOK {
		err = fmt.Errorf("%s answers %s", address, reply)
	}
	return string(reply.Body), err
}
