package doors_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"plotline/api/tokens"
	"plotline/graph/access"
	"plotline/graph/graphtest"
)

// server is one process of `plotline serve`.
type server struct {
	url    string // http://127.0.0.1:port
	host   string // 127.0.0.1:port
	tokens string // the tokens file
	cmd    *exec.Cmd
	err    *lockedBuffer
	done   chan struct{}
}

var listening = regexp.MustCompile(`plotline listens on (https?://(\S+))`)

// launch starts the program with a tokens file that holds one admin of the workspace "default", and
// waits until it listens.
func launch(dir string, args ...string) (*server, error) {
	s := &server{tokens: filepath.Join(dir, "tokens.json"), err: &lockedBuffer{}, done: make(chan struct{})}
	if err := os.WriteFile(s.tokens, []byte(`{"version":1,"tokens":[]}`), 0o600); err != nil {
		return nil, err
	}
	all := append([]string{
		"serve", "--store", "embedded", "--data-dir", dir, "--listen", "127.0.0.1:0", "--tokens", s.tokens,
	}, args...)
	s.cmd = exec.Command(binary, all...) //nolint:noctx // our own binary, and it is stopped by a signal
	s.cmd.Env = cleanEnv()
	s.cmd.Stderr = s.err
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = s.cmd.Wait()
		close(s.done)
	}()
	for range 1000 {
		if found := listening.FindStringSubmatch(s.err.String()); found != nil {
			s.url, s.host = found[1], found[2]
			return s, nil
		}
		select {
		case <-s.done:
			return nil, fmt.Errorf("the program ended: %s", s.err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil, errors.Join(fmt.Errorf("the program does not listen: %s", s.err), s.stop())
}

// stop ends the program as an operator would, and judges how it went.
func (s *server) stop() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.done:
	case <-time.After(40 * time.Second):
		_ = s.cmd.Process.Kill()
		<-s.done
		return fmt.Errorf("the program does not end: %s", s.err)
	}
	said := s.err.String()
	if status := s.cmd.ProcessState.ExitCode(); status != 0 || strings.Contains(said, "panic") || strings.Contains(said, "DATA RACE") {
		return fmt.Errorf("the program ended with status %d: %s", status, said)
	}
	return nil
}

// start runs a server for one test.
func start(t *testing.T, args ...string) *server {
	t.Helper()
	s, err := launch(t.TempDir(), args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		closeIdle()
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// asked tells whether the common server was started.
var asked atomic.Bool

// common is the server of the tests that need none of their own. It limits no rate: they share an
// address.
var common = sync.OnceValues(func() (*server, error) {
	dir, err := os.MkdirTemp("", "plotline-doors-data-")
	if err != nil {
		return nil, err
	}
	asked.Store(true)
	return launch(dir, "--rate-limit", "1000000")
})

// shared gives the common server.
func shared(t *testing.T) *server {
	t.Helper()
	s, err := common()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func stopShared() error {
	if !asked.Load() {
		return nil
	}
	s, err := common()
	if err != nil {
		return nil //nolint:nilerr // the tests have said so
	}
	closeIdle()
	return errors.Join(s.stop(), os.RemoveAll(filepath.Dir(s.tokens)))
}

// token makes a token with a name of its own.
func (s *server) token(t *testing.T, workspace string, role access.Role) string {
	t.Helper()
	_, secret := s.namedToken(t, workspace, role)
	return secret
}

func (s *server) namedToken(t *testing.T, workspace string, role access.Role) (name, secret string) {
	t.Helper()
	name = graphtest.Workspace() // as good a name as any that nobody else has
	_, secret, err := tokens.Create(t.Context(), s.tokens, tokens.Request{Name: name, Role: role, Workspace: workspace})
	if err != nil {
		t.Fatal(err)
	}
	return name, secret
}

func (s *server) revoke(t *testing.T, name string) {
	t.Helper()
	if _, err := tokens.Revoke(t.Context(), s.tokens, name); err != nil {
		t.Fatal(err)
	}
}

// admin gives a token for all in a fresh workspace.
func (s *server) admin(t *testing.T) string {
	t.Helper()
	return s.token(t, graphtest.Workspace(), access.Admin)
}
