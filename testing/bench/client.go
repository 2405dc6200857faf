package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"plotline/testing/stdioclient"
)

// client is a process of the program that is met over its standard streams.
type client = stdioclient.Client

// start runs the program with the arguments and shakes hands.
func start(ctx context.Context, o options, env []string, args ...string) (*client, error) {
	cmd := exec.CommandContext(ctx, o.binary, append([]string{"mcp", "--log-level", "error"}, args...)...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), env...)
	return stdioclient.Start(cmd, nil)
}

// resident gives the memory of a process in MiB, from the kernel.
func resident(process int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return kib / 1024, err
		}
	}
	return 0, errors.New("the kernel does not tell")
}
