// Package serving runs `plotline serve` for tests as users run it: the real program, a process of its
// own, on a port that was free.
package serving

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endLimit is far above what an end takes, the calls that run included.
const endLimit = 30 * time.Second

// Build puts the program into the folder, as users get it: without the race detector.
func Build(ctx context.Context, dir string) (binary string, err error) {
	binary = filepath.Join(dir, "plotline")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "plotline/cmd/plotline")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
}

// Server is a running program.
type Server struct {
	URL string // of its root, without a slash at the end
	Log *Log   // its standard error

	cmd   *exec.Cmd
	ended chan struct{}
}

// Start starts the program and waits until it listens. When the test ends the program is told to end,
// and must do so by itself and well.
func Start(t *testing.T, binary string, env []string, args ...string) *Server {
	t.Helper()
	s := &Server{Log: newLog(), ended: make(chan struct{})}
	s.cmd = exec.CommandContext(t.Context(), binary, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...) //nolint:gosec // our own binary
	s.cmd.Env, s.cmd.Stderr = append(Environ(), env...), s.Log
	// The test's context ends just before what was deferred by Cleanup.
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	s.cmd.WaitDelay = endLimit
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		_ = s.cmd.Wait() // the status tells
	}()
	t.Cleanup(func() { s.judge(t) })
	select {
	case s.URL = <-s.Log.address:
	case <-s.ended:
		t.Fatalf("plotline serve ended\n%s", s.Log)
	case <-time.After(time.Minute):
		t.Fatalf("plotline serve does not listen\n%s", s.Log)
	}
	return s
}

func (s *Server) judge(t *testing.T) {
	t.Helper()
	<-s.ended
	log := s.Log.String()
	if status := s.cmd.ProcessState.ExitCode(); status != 0 || strings.Contains(log, "msg=panic") {
		t.Errorf("plotline serve ended with status %d\n%s", status, log)
	}
}

// Runs tells whether the program that was started is still the one that answers: it never starts
// itself anew.
func (s *Server) Runs() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// Token makes a token in the file, for a workspace.
func Token(t *testing.T, binary, file, workspace string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "token", "create", "test-"+workspace, "--role", "admin", "--workspace", workspace, "--tokens", file) //nolint:gosec // our own binary
	cmd.Env = Environ()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("plotline token create: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// Environ is the environment without what would configure the program.
func Environ() []string {
	var env []string
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "PLOTLINE_") && !strings.HasPrefix(pair, "NEO4J_") {
			env = append(env, pair)
		}
	}
	return env
}
