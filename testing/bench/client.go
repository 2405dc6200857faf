package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"plotline/testing/kit/stdioclient"
)

// client is a process of the program with MCP over its standard streams.
type client = stdioclient.Client

// start starts the program with the arguments and initializes the connection.
func start(ctx context.Context, o options, env []string, args ...string) (*client, error) {
	cmd := exec.CommandContext(ctx, o.binary, append([]string{"mcp", "--log-level", "error"}, args...)...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), env...)
	return stdioclient.Start(cmd, nil)
}

// embed waits until every episode of a graph has its vector. Otherwise a server would make them while it is measured.
func embed(ctx context.Context, o options, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, o.binary, append([]string{"embed", "--log-level", "error"}, args...)...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("embed: %w: %s", err, out)
	}
	return nil
}
