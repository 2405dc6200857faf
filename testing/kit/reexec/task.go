//go:build unix

package reexec

import (
	"encoding/json"
	"fmt"
	"os"
	"syscall"
)

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
