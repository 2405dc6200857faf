// Package serving runs the real `plotline` program as a separate process for tests and benchmarks. It can
// start `plotline serve` on a free port. Tests import it.
package serving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endLimit is far longer than a shutdown takes, even with running calls.
const endLimit = 40 * time.Second

// Server is a running program.
type Server struct {
	URL string // of the root, without a trailing slash
	Log *Log   // its standard error

	cmd   *exec.Cmd
	ended chan struct{}
}

// Launch starts `plotline serve` on a free port and waits until it listens. The program outlives ctx; Stop
// ends it.
func Launch(ctx context.Context, binary string, env []string, args ...string) (*Server, error) {
	s := &Server{Log: newLog(), ended: make(chan struct{})}
	s.cmd = exec.CommandContext(context.WithoutCancel(ctx), binary, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...) //nolint:gosec // our own binary
	s.cmd.Env, s.cmd.Stderr = append(Environ(), env...), s.Log
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.ended)
		_ = s.cmd.Wait() // the status is checked later
	}()
	select {
	case s.URL = <-s.Log.address:
		return s, nil
	case <-s.ended:
		return nil, fmt.Errorf("plotline serve ended\n%s", s.Log)
	case <-time.After(time.Minute):
		_ = s.cmd.Process.Kill()
		return nil, fmt.Errorf("plotline serve does not listen\n%s", s.Log)
	}
}

// Start is Launch for one test. When the test ends, the program must shut down without error.
func Start(t *testing.T, binary string, env []string, args ...string) *Server {
	t.Helper()
	s, err := Launch(t.Context(), binary, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Stop sends SIGTERM to the program and reports an error if it does not end properly.
func (s *Server) Stop() error {
	_ = s.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(endLimit):
		_ = s.cmd.Process.Kill()
		<-s.ended
		return fmt.Errorf("plotline serve does not end\n%s", s.Log)
	}
	output := s.Log.String()
	if status := s.Status(); status != 0 || strings.Contains(output, "panic") || strings.Contains(output, "DATA RACE") || strings.Contains(output, "level=ERROR") {
		return fmt.Errorf("plotline serve ended with status %d\n%s", status, output)
	}
	return nil
}

// Signal sends a signal to the program.
func (s *Server) Signal(signal syscall.Signal) error { return s.cmd.Process.Signal(signal) }

// Ended returns a channel that is closed when the program has ended.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Status returns the exit status of an ended program.
func (s *Server) Status() int { return s.cmd.ProcessState.ExitCode() }

// Process returns the process id.
func (s *Server) Process() int { return s.cmd.Process.Pid }

// Host returns the address that the server listens on, host:port.
func (s *Server) Host() string {
	_, host, _ := strings.Cut(s.URL, "://")
	return host
}

// Runs reports whether the started process still runs. It never restarts by itself.
func (s *Server) Runs() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// Main is TestMain for a package whose tests all run one program. It gets the program as [Program] does,
// stores its path in binary, and returns the exit status.
func Main(m *testing.M, binary *string) (status int) {
	dir, err := os.MkdirTemp("", "plotline-testing-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		*binary, err = Program(context.Background(), dir, Plain)
	}
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// Fixtures returns the flags of `go build` for a program with the fixtures of testing/conformance. The
// build replaces a file of cmd/plotline, so the product itself imports no test code. Fixtures writes a file
// to the folder dir. It works only for packages directly in testing/.
func Fixtures(dir string) (flags []string, err error) {
	replaced, errReplaced := filepath.Abs("../../cmd/plotline/fixtures.go")
	by, errBy := filepath.Abs("../conformance/testdata/fixtures.go")
	if err := errors.Join(errReplaced, errBy); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(map[string]any{"Replace": map[string]string{replaced: by}})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "overlay.json")
	return []string{"-overlay", file}, os.WriteFile(file, raw, 0o600)
}
