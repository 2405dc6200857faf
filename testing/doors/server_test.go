package doors_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"plotline/api/tokens"
	"plotline/graph/access"
	"plotline/graph/graphtest"
	"plotline/testing/serving"
)

// server is one process of `plotline serve`.
type server struct {
	*serving.Server
	url    string // http://127.0.0.1:port
	host   string // 127.0.0.1:port
	tokens string // the tokens file
}

// launch starts the program with an empty tokens file, and waits until it listens.
func launch(dir string, env []string, args ...string) (*server, error) {
	file := filepath.Join(dir, "tokens.json")
	if err := os.WriteFile(file, []byte(`{"version":1,"tokens":[]}`), 0o600); err != nil {
		return nil, err
	}
	all := append([]string{"--store", "embedded", "--data-dir", dir, "--tokens", file}, args...)
	started, err := serving.Launch(context.Background(), binary, env, all...)
	if err != nil {
		return nil, err
	}
	return &server{started, started.URL, started.Host(), file}, nil
}

// start runs a server for one test.
func start(t *testing.T, args ...string) *server {
	t.Helper()
	return startIn(t, nil, args...)
}

// startIn is start with variables of the environment.
func startIn(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	s, err := launch(t.TempDir(), env, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		closeIdle()
		if err := s.Stop(); err != nil {
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
	return launch(dir, nil, "--rate-limit", "1000000")
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
	return errors.Join(s.Stop(), os.RemoveAll(filepath.Dir(s.tokens)))
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
