package doors_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"
)

// binary is the program, built once, with the race detector where the tests have it.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "plotline-doors-")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "plotline")
	args := []string{"build", "-o", binary, "plotline/cmd/plotline"}
	if raceDetected() {
		args = []string{"build", "-race", "-o", binary, "plotline/cmd/plotline"}
	}
	build := exec.CommandContext(context.Background(), "go", args...)
	if out, err := build.CombinedOutput(); err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	if err := stopShared(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func raceDetected() bool {
	info, _ := debug.ReadBuildInfo()
	for _, setting := range info.Settings {
		if setting.Key == "-race" && setting.Value == "true" {
			return true
		}
	}
	return false
}

// finished is how a run of the program ended.
type finished struct {
	out, err string
	status   int
}

// plotline runs the program to its end.
func plotline(t *testing.T, args ...string) finished {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = cleanEnv()
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("plotline %v: %v", args, err)
	}
	return finished{out.String(), complaint.String(), cmd.ProcessState.ExitCode()}
}

// cleanEnv is the environment without what would configure the program.
func cleanEnv() []string {
	var env []string
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "PLOTLINE_") && !strings.HasPrefix(pair, "NEO4J_") {
			env = append(env, pair)
		}
	}
	return env
}

// lockedBuffer takes what the program says while the test reads it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
