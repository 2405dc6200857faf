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
	dir   string
	token string
	seed  *client // the process that created it
	ids   []string
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
	token, err := exec.CommandContext(ctx, o.binary, "token", "create", "bench", "--role", "writer", "--data-dir", dir).Output() //nolint:gosec // our own binary
	if err != nil {
		return fmt.Errorf("token create: %w", err)
	}
	s.token = strings.TrimSpace(string(token))
	return work(s)
}

// serve starts the program as a server, with or without tokens. The rate limit is far above what the
// benchmark sends. The audit log is enabled, as usual.
func (s *dataset) serve(ctx context.Context, withToken bool) (*httpclient.Server, error) {
	args := []string{
		"--store", "embedded", "--data-dir", s.dir, "--log-level", "error",
		"--rate-limit", "1000000",
	}
	token := ""
	if withToken {
		token = s.token
		args = append(args, "--tokens", filepath.Join(s.dir, "tokens.json"))
	}
	started, err := serving.Launch(ctx, s.binary, nil, args...)
	if err != nil {
		return nil, err
	}
	return &httpclient.Server{Server: started, Token: token}, nil
}
