package endpoints_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/api/tokens"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/testing/kit/serving"
)

// server is one process of `plotline serve`.
type server struct {
	*serving.Server
	url    string // http://127.0.0.1:port
	host   string // 127.0.0.1:port
	tokens string // the tokens file
	pool   *workspacePool
}

// launch starts the program with the tokens of its ready workspaces, and waits until it listens.
func launch(dir string, env []string, of workspaceCounts, args ...string) (*server, error) {
	file := filepath.Join(dir, "tokens.json")
	stock, err := newWorkspacePool(file, of)
	if err != nil {
		return nil, err
	}
	all := append([]string{"--store", "embedded", "--data-dir", dir, "--tokens", file, "--toolsets", "all"}, args...)
	for _, workspace := range stock.media {
		root := mediaRoot(file, workspace)
		if err := os.MkdirAll(root, 0o750); err != nil {
			return nil, err
		}
		all = append(all, "--media-root", workspace+"="+root)
	}
	started, err := serving.Launch(context.Background(), binary, env, all...)
	if err != nil {
		return nil, err
	}
	return &server{started, started.URL, started.Host(), file, stock}, nil
}

// mediaRoot returns the folder of a workspace's media folders. It is beside the data folder, which must
// not contain media.
func mediaRoot(tokens, workspace string) string {
	above, data := filepath.Split(filepath.Dir(tokens))
	return filepath.Join(above, "media-"+data, workspace)
}

// start starts a server for one test.
func start(t *testing.T, args ...string) *server {
	t.Helper()
	return startIn(t, nil, args...)
}

// startIn is start with environment variables.
func startIn(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	return startWith(t, env, defaultCounts, args...)
}

// startWith is start with more workspaces than usual.
func startWith(t *testing.T, env []string, of workspaceCounts, args ...string) *server {
	t.Helper()
	s, err := launch(t.TempDir(), env, of, args...)
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

// isShared reports whether the common server was started.
var isShared atomic.Bool

// common is the shared server of the tests. It has no rate limit, because the tests share an address.
var common = sync.OnceValues(func() (*server, error) {
	dir, err := os.MkdirTemp("", "plotline-endpoints-data-")
	if err != nil {
		return nil, err
	}
	isShared.Store(true)
	return launch(dir, nil, workspaceCounts{workspaces: 128, media: 16}, "--rate-limit", "1000000")
})

// shared returns the common server.
func shared(t *testing.T) *server {
	t.Helper()
	s, err := common()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sharedAdmin returns the common server and an admin's token for a new workspace of it.
func sharedAdmin(t *testing.T) (s *server, token string) {
	t.Helper()
	s = shared(t)
	return s, s.admin(t)
}

func stopShared() error {
	if !isShared.Load() {
		return nil
	}
	s, err := common()
	if err != nil {
		return nil //nolint:nilerr // the tests have said so
	}
	closeIdle()
	return errors.Join(s.Stop(), os.RemoveAll(filepath.Dir(s.tokens)), os.RemoveAll(mediaRoot(s.tokens, "")))
}

// token returns an unused token from the initial file, or a new one.
func (s *server) token(t *testing.T, workspace string, role access.Role) string {
	t.Helper()
	if secret, is := s.pool.token(workspace, role); is {
		return secret
	}
	_, secret := s.namedToken(t, workspace, role)
	return secret
}

// namedToken creates a token with a unique name.
func (s *server) namedToken(t *testing.T, workspace string, role access.Role) (name, secret string) {
	t.Helper()
	name = graphtest.Workspace() // a unique name
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

// ageTokensFile ages the tokens file, so that the server caches it at once. The server rereads it for every
// request until two seconds after a change.
func (s *server) ageTokensFile(t *testing.T) {
	t.Helper()
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(s.tokens, long, long); err != nil {
		t.Fatal(err)
	}
}

// workspace returns an unused workspace.
func (s *server) workspace() string { return s.pool.take() }

// admin returns an admin's token for a new workspace.
func (s *server) admin(t *testing.T) string {
	t.Helper()
	return s.token(t, s.workspace(), access.Admin)
}
