package agents

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"plotline/testing/kit/tier"
)

// programs is the folder with plotline and plotline-hook, as released.
var programs string

func TestMain(m *testing.M) {
	tier.FullMain()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "plotline-agents-")
	if err != nil {
		return failed(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	programs = dir
	for _, name := range []string{"plotline", "plotline-hook"} {
		build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, name), "plotline/cmd/"+name) //nolint:noctx,gosec // it ends with the test, and the names are fixed
		if out, err := build.CombinedOutput(); err != nil {
			return failed(fmt.Errorf("%w\n%s", err, out))
		}
	}
	return m.Run()
}

func failed(err error) int {
	_, _ = fmt.Fprintln(os.Stderr, err)
	return 1
}
