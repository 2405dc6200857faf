package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"plotline/testing/kit/httpclient"
	"plotline/testing/kit/serving"
)

// dataset is a graph of 500 episodes and 1,000 relationships in a file. Any number of processes can serve it.
type dataset struct {
	options
	dir  string
	seed *client // the process that created it
	ids  []string
}

const datasetSize = "500 + 1,000"

// withDataset calls work with a dataset.
func withDataset(ctx context.Context, o options, work func(s *dataset) error) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s := &dataset{options: o, dir: dir}
	if s.seed, err = start(ctx, o, nil, "--store", "embedded", "--data-dir", dir); err != nil {
		return err
	}
	defer func() { _ = s.seed.Close() }()
	if s.ids, _, err = episodes(s.seed, 500); err != nil {
		return err
	}
	if _, err := relate(s.seed, forward(s.ids, 1000, allTypes[1:], 7)); err != nil {
		return err
	}
	return work(s)
}

// serve starts the program as a server with a token. The rate limit is far above what the benchmark sends. The audit log is
// enabled, as usual.
func (s *dataset) serve(ctx context.Context) (*httpclient.Server, error) {
	token, err := exec.CommandContext(ctx, s.binary, "token", "create", "bench", "--role", "writer", "--data-dir", s.dir).Output() //nolint:gosec // our own binary
	if err != nil {
		return nil, fmt.Errorf("token create: %w", err)
	}
	started, err := serving.Launch(ctx, s.binary, nil, "--store", "embedded", "--data-dir", s.dir, "--log-level", "error",
		"--rate-limit", "1000000", "--tokens", filepath.Join(s.dir, "tokens.json"))
	if err != nil {
		return nil, err
	}
	return &httpclient.Server{Server: started, Token: strings.TrimSpace(string(token))}, nil
}
