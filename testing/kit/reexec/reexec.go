//go:build unix

// Package reexec runs the test program again as another process, so that a test can kill it at any step.
package reexec

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// Run runs the test program with a task, as JSON in an environment variable that its TestMain reads. It reports whether
// the process killed itself. Any other failure is an error with what the process printed.
func Run(ctx context.Context, variable string, task any) (killed bool, err error) {
	raw, err := json.Marshal(task)
	if err != nil {
		return false, err
	}
	self, err := os.Executable()
	if err != nil {
		return false, err
	}
	child := exec.CommandContext(ctx, self)
	child.Env = append(os.Environ(), variable+"="+string(raw), "GORACE=atexit_sleep_ms=0")
	out, err := child.CombinedOutput()
	if ended, is := errors.AsType[*exec.ExitError](err); is {
		if status, ok := ended.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
			return true, nil
		}
	}
	if err != nil {
		return false, fmt.Errorf("%w: %s", err, out)
	}
	return false, nil
}
