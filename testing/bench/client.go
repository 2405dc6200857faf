package main

import (
	"context"
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
