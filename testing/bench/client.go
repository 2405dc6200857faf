package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"plotline/testing/kit/stdioclient"
)

// client is a process of the program with MCP over its standard streams.
type client = stdioclient.Client

// start starts the program with the arguments and initializes the connection.
func start(ctx context.Context, o options, env []string, args ...string) (*client, error) {
	return stdioclient.Start(program(ctx, o, "mcp", env, args), nil)
}

// embed waits until every episode of a graph has its vector. Otherwise a server would make them while it is measured.
func embed(ctx context.Context, o options, env []string, args ...string) error {
	if out, err := program(ctx, o, "embed", env, args).CombinedOutput(); err != nil {
		return fmt.Errorf("embed: %w: %s", err, out)
	}
	return nil
}

// program returns one command of the program under test.
func program(ctx context.Context, o options, command string, env, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, o.binary, slices.Concat([]string{command, "--log-level", "error"}, args, o.flags)...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), env...)
	return cmd
}
