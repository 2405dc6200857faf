package stdioclient

import (
	"context"
	"os/exec"
	"testing"

	"plotline/testing/kit/serving"
)

// Open starts `plotline mcp` for one test. When the test ends, the program must end without error.
func Open(t *testing.T, binary string, env []string, args ...string) *Client {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), binary, append([]string{"mcp"}, args...)...) //nolint:gosec // our own binary
	cmd.Env = append(serving.Environ(), env...)
	c, err := Start(cmd, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("plotline mcp: %v\n%s", err, c.Log())
		}
	})
	return c
}
