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

// RunTask does the task of the environment variable, if Run started this process with one, and ends the process.
// TestMain calls it first.
func RunTask[Task any](variable string, do func(task Task) error) {
	raw := os.Getenv(variable)
	if raw == "" {
		return
	}
	var task Task
	if err := json.Unmarshal([]byte(raw), &task); err != nil {
		panic(err)
	}
	if err := do(task); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// KillAt returns a function that kills this process when it is called for the nth time. With 0 it never does.
func KillAt(n int) func(step string) {
	steps := 0
	return func(string) {
		if steps++; steps == n {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
}
