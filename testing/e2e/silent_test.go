//go:build unix

package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"plotline/testing/kit/serving"
)

// TestSignalStopsImport stops imports that wait for more input from standard input or a named pipe.
func TestSignalStopsImport(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		for name, command := range map[string][]string{
			"lines": {"import", "-"}, "default": {"import"}, "memory": {"import", "memory", "-"},
		} {
			t.Run(fmt.Sprint(name, " ", signal), func(t *testing.T) {
				t.Parallel()
				cmd := importing(t, command...)
				in, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				started(t, cmd)
				// Blank lines, more than a pipe holds: once they are written, the program is reading.
				if _, err := in.Write(bytes.Repeat([]byte("\n"), 256<<10)); err != nil {
					t.Fatal(err)
				}
				expectEnd(t, cmd, signal)
			})
		}
		t.Run(fmt.Sprint("named pipe ", signal), func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := unix.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := importing(t, "import", pipe)
			started(t, cmd)
			// Opening the pipe for writing waits until the program has opened it for reading.
			writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = writer.Close() }()
			expectEnd(t, cmd, signal)
		})
	}
}

func importing(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, append(args, "--store", "embedded", "--data-dir", t.TempDir())...) //nolint:gosec // The program under test.
	cmd.Env, cmd.Stderr = serving.Environ(), &bytes.Buffer{}
	return cmd
}

func started(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

// expectEnd sends the signal and checks that the program ends with status 1.
func expectEnd(t *testing.T, cmd *exec.Cmd, signal syscall.Signal) {
	t.Helper()
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	hung := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer hung.Stop()
	_ = cmd.Wait() // the status shows how it ended
	if status := cmd.ProcessState.ExitCode(); status != 1 {
		t.Errorf("status %d, want 1\n%s", status, cmd.Stderr)
	}
}
