package endpoints_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"plotline/testing/kit/serving"
)

// binary is the path of the program. It is built once, with the race detector if the tests use it.
var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "plotline-endpoints-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		binary, err = serving.Program(context.Background(), dir, serving.SameAsTest())
	}
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if err := stopShared(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// plotline runs the program until it ends.
func plotline(t *testing.T, args ...string) serving.Finished {
	t.Helper()
	return serving.Run(t, binary, nil, args...)
}
