package e2e_test

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/neo4jtest"
)

func TestStoreErrors(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	expect.WriteFile(t, file, "not a folder")
	corrupt := t.TempDir()
	expect.WriteFile(t, filepath.Join(corrupt, "plotline.db"), strings.Repeat("this is no database ", 1000))
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	away := listener.Addr().String()
	_ = listener.Close()
	tests := []struct {
		name string
		args []string
		env  []string
		want string // a part of the message
	}{
		{"data folder is a file", []string{"--store", "embedded", "--data-dir", filepath.Join(file, "x")}, nil, "plotline.db cannot be opened"},
		{"corrupt file", []string{"--store", "embedded", "--data-dir", corrupt}, nil, "plotline.db"},
		{"nobody listens", []string{"--data-dir", t.TempDir()}, []string{"NEO4J_URI=bolt://" + away, "NEO4J_PASSWORD=x"}, away},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tt.env, append(tt.args, "--audit", "off")...)
			for range 2 { // the second call retries and fails the same way
				got := s.expectError("create_episode", map[string]any{"query": "q", "reward": 0})
				if got.Code != "unavailable" || !strings.Contains(got.Details, tt.want) {
					t.Errorf("refused with %+v", got)
				}
			}
			if ended := plotline(t, tt.env, append([]string{"doctor"}, tt.args...)...); ended.Status == 0 || !strings.Contains(ended.Out, "bad") {
				t.Errorf("doctor ended with %d: %s%s", ended.Status, ended.Out, ended.Err)
			}
		})
	}
	if got := expect.ReadFile(t, filepath.Join(corrupt, "plotline.db")); !strings.HasPrefix(string(got), "this is no database") {
		t.Error("the corrupt file was changed")
	}
}

func TestWrongNeo4jPassword(t *testing.T) {
	t.Parallel()
	where := onNeo4j(neo4jtest.LTS)
	args, env := where.open(t)
	s := serve(t, append(env, "NEO4J_PASSWORD=wrong-secret"), append(args, "--audit", "off")...)
	got := s.expectError("list_episodes", map[string]any{})
	if got.Code != "unavailable" || !strings.Contains(got.Details, "password") || strings.Contains(got.Details, "wrong-secret") {
		t.Errorf("refused with %+v", got)
	}
}

// proxy is a proxy to a server that can be closed and opened.
type proxy struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	shut     bool
	open     []net.Conn
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &proxy{listener: listener, target: target}
	go g.accept(t.Context())
	t.Cleanup(func() { _ = listener.Close(); g.set(true) })
	return g
}

func (g *proxy) accept(ctx context.Context) {
	for {
		in, err := g.listener.Accept()
		if err != nil {
			return
		}
		out, err := (&net.Dialer{}).DialContext(ctx, "tcp", g.target)
		g.mu.Lock()
		if err != nil || g.shut {
			_ = in.Close()
			if out != nil {
				_ = out.Close()
			}
			g.mu.Unlock()
			continue
		}
		g.open = append(g.open, in, out)
		g.mu.Unlock()
		go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
		go func() { _, _ = io.Copy(in, out); _ = in.Close() }()
	}
}

// set closes the proxy, which breaks its connections, or opens it.
func (g *proxy) set(shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = shut
	if shut {
		for _, c := range g.open {
			_ = c.Close()
		}
		g.open = nil
	}
}

// TestNeo4jRestarts checks that calls fail as unavailable while the server is away, and succeed once it
// returns.
func TestNeo4jRestarts(t *testing.T) {
	t.Parallel()
	args, env := onNeo4j(neo4jtest.LTS).open(t)
	uri := envMap(env)["NEO4J_URI"]
	_, host, _ := strings.Cut(uri, "://")
	g := newProxy(t, host)
	s := serve(t, append(env, "NEO4J_URI=bolt://"+g.listener.Addr().String()), append(args, "--timeout", "20s")...)
	s.episode("before")
	g.set(true)
	if got := s.expectError("list_episodes", map[string]any{}); got.Code != "unavailable" && got.Code != "timeout" {
		t.Errorf("refused with %+v", got)
	}
	g.set(false)
	if got := s.call("list_episodes", map[string]any{})["total_count"]; got != 1.0 {
		t.Errorf("%v episodes after it came back", got)
	}
}
