package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is one process of `plotline mcp` with its streams in hand.
type server struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.WriteCloser
	err  *lockedBuffer
	mu   sync.Mutex
	next int
	wait map[int]chan rpc
	all  []string // every line of standard output
	done chan struct{}
}

type rpc struct {
	ID     int `json:"id"`
	Result struct {
		IsError    bool            `json:"isError"`
		Structured json.RawMessage `json:"structuredContent"`
		Content    []struct {
			Text string `json:"text"`
		} `json:"content"`
	} `json:"result"`
	Error json.RawMessage `json:"error"`
}

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

// serve starts the program and shakes hands.
func serve(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	s := &server{t: t, wait: map[int]chan rpc{}, done: make(chan struct{}), err: &lockedBuffer{}}
	s.cmd = exec.CommandContext(t.Context(), binary, append([]string{"mcp"}, args...)...) //nolint:gosec // our own binary
	s.cmd.Env = append(cleanEnv(), env...)
	s.cmd.Stderr = s.err
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.read(out)
	t.Cleanup(func() {
		_ = s.in.Close()
		<-s.done
		_ = s.cmd.Wait()
	})
	s.request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "e2e", "version": "1"},
	})
	s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return s
}

func (s *server) read(out io.Reader) {
	defer close(s.done)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 32<<20)
	for lines.Scan() {
		var m rpc
		_ = json.Unmarshal(lines.Bytes(), &m)
		s.mu.Lock()
		s.all = append(s.all, lines.Text())
		answer := s.wait[m.ID]
		delete(s.wait, m.ID)
		s.mu.Unlock()
		if answer != nil {
			answer <- m
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, answer := range s.wait {
		close(answer)
	}
	s.wait = nil
}

func (s *server) send(line string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Errorf("the program reads no more: %v\n%s", err, s.err)
	}
}

// begin sends a request and gives its id and where the answer will come.
func (s *server) begin(method string, params any) (int, <-chan rpc) {
	s.t.Helper()
	answer := make(chan rpc, 1)
	s.mu.Lock()
	s.next++
	id := s.next
	if s.wait == nil {
		close(answer)
	} else {
		s.wait[id] = answer
	}
	s.mu.Unlock()
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		s.t.Fatal(err)
	}
	s.send(string(line))
	return id, answer
}

func (s *server) request(method string, params any) rpc {
	s.t.Helper()
	_, answer := s.begin(method, params)
	return s.await(answer)
}

func (s *server) await(answer <-chan rpc) rpc {
	s.t.Helper()
	select {
	case m, ok := <-answer:
		if !ok {
			s.t.Fatalf("the program ended before it answered\n%s", s.err)
		}
		return m
	case <-time.After(time.Minute):
		s.t.Fatalf("no answer in a minute\n%s", s.err)
	}
	return rpc{}
}

// call runs a tool that must succeed.
func (s *server) call(tool string, args any) map[string]any {
	s.t.Helper()
	m := s.request("tools/call", map[string]any{"name": tool, "arguments": args})
	if m.Error != nil || m.Result.IsError {
		s.t.Fatalf("%s: %s %v\n%s", tool, m.Error, m.Result.Content, s.err)
	}
	var out map[string]any
	if err := json.Unmarshal(m.Result.Structured, &out); err != nil {
		s.t.Fatalf("%s: %v", tool, err)
	}
	return out
}

// failure is what a refused call says.
type failure struct{ Error, Details, Tool, Code string }

// refused runs a tool that must fail.
func (s *server) refused(tool string, args any) failure {
	s.t.Helper()
	m := s.request("tools/call", map[string]any{"name": tool, "arguments": args})
	if m.Error != nil || !m.Result.IsError {
		s.t.Fatalf("%s was not refused: %s %s", tool, m.Error, m.Result.Structured)
	}
	var f failure
	if err := json.Unmarshal([]byte(m.Result.Content[0].Text), &f); err != nil {
		s.t.Fatal(err)
	}
	return f
}

func (s *server) episode(query string) string {
	s.t.Helper()
	id, ok := s.call("create_episode", map[string]any{"query": query, "reward": 0})["episode_id"].(string)
	if !ok {
		s.t.Fatal("create_episode gave no id")
	}
	return id
}

// end waits for the program's own end and gives its status.
func (s *server) end() int {
	s.t.Helper()
	ended := make(chan struct{})
	go func() {
		<-s.done
		_ = s.cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		s.t.Fatalf("the program does not end\n%s", s.err)
	}
	return s.cmd.ProcessState.ExitCode()
}

func TestHandshakeTouchesNoDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, nil, "--store", "embedded", "--data-dir", dir)
	s.request("tools/list", map[string]any{})
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("the data folder holds %v, %v", entries, err)
	}
	_ = s.in.Close()
	if status := s.end(); status != 0 {
		t.Errorf("status %d at the end of input\n%s", status, s.err)
	}
}

func TestTermSignalEndsWell(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--store", "embedded", "--data-dir", t.TempDir())
	s.episode("one")
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := s.end(); status != 0 {
		t.Errorf("status %d after SIGTERM\n%s", status, s.err)
	}
}

// TestOnlyTheProtocolOnStandardOutput looks at every line with the most talkative log.
func TestOnlyTheProtocolOnStandardOutput(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--store", "embedded", "--data-dir", t.TempDir(), "--log-level", "debug", "--audit-file", "-")
	s.episode("one")
	s.refused("get_episode", map[string]any{"episode_id": "nonsense"})
	_ = s.in.Close()
	s.end()
	for _, line := range s.all {
		var m struct{ JSONRPC string }
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			t.Errorf("standard output holds %q", line)
		}
	}
	if !strings.Contains(s.err.String(), `"operation":"create_episode"`) {
		t.Errorf("no audit record on standard error: %s", s.err)
	}
}

// TestParallelAdds sends 200 adds at once: none is lost, none is there twice.
func TestParallelAdds(t *testing.T) {
	t.Parallel()
	for _, where := range stores() {
		t.Run(where.name, func(t *testing.T) {
			t.Parallel()
			args, env := where.open(t)
			s := serve(t, env, args...)
			from := s.episode("from")
			ids := make([]string, 200)
			for i := range ids {
				ids[i] = s.episode(fmt.Sprintf("to %d", i))
			}
			answers := make([]<-chan rpc, len(ids))
			for i, to := range ids {
				_, answers[i] = s.begin("tools/call", map[string]any{"name": "add_episode_relationship", "arguments": map[string]any{
					"from_episode_id": from, "to_episode_id": to, "relationship_type": "follows",
				}})
			}
			for _, answer := range answers {
				if m := s.await(answer); m.Error != nil || m.Result.IsError {
					t.Errorf("an add failed: %s %v", m.Error, m.Result.Content)
				}
			}
			if got := s.call("get_episode_relationships", map[string]any{"episode_id": from})["count"]; got != 200.0 {
				t.Errorf("%v relationships", got)
			}
		})
	}
}

// TestTwoProcessesOnOneFile writes from two programs at once, opposing pairs among the rest.
func TestTwoProcessesOnOneFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := serve(t, nil, "--store", "embedded", "--data-dir", dir)
	b := serve(t, nil, "--store", "embedded", "--data-dir", dir)
	const pairs = 100
	var x, y [pairs]string
	for i := range pairs {
		x[i], y[i] = a.episode("x"), b.episode("y")
	}
	for i := range pairs {
		add := func(s *server, from, to string) <-chan rpc {
			_, answer := s.begin("tools/call", map[string]any{"name": "add_episode_relationship", "arguments": map[string]any{
				"from_episode_id": from, "to_episode_id": to, "relationship_type": "causes",
			}})
			return answer
		}
		there, back := add(a, x[i], y[i]), add(b, y[i], x[i])
		if first, second := a.await(there), b.await(back); first.Result.IsError == second.Result.IsError {
			t.Fatalf("pair %d: %v and %v", i, first.Result.Content, second.Result.Content)
		}
	}
	if got := a.call("list_episodes", map[string]any{})["total_count"]; got != 2.0*pairs {
		t.Errorf("%v episodes", got)
	}
}

// TestCancelStopsTheCall cancels a call behind which work would go on for long.
func TestCancelStopsTheCall(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--store", "embedded", "--data-dir", t.TempDir())
	items := make([]map[string]any, 1000)
	for i := range items {
		items[i] = map[string]any{"query": strings.Repeat("long text ", 1000), "reward": 0}
	}
	id, answer := s.begin("tools/call", map[string]any{"name": "create_episodes", "arguments": map[string]any{"episodes": items}})
	time.Sleep(150 * time.Millisecond)
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id))
	// A cancelled call may answer or stay silent; the server must go on, and the batch is whole or gone.
	select {
	case <-answer:
	case <-time.After(2 * time.Second):
	}
	total, _ := s.call("list_episodes", map[string]any{})["total_count"].(float64)
	if total != 0 && total != 1000 {
		t.Errorf("%v of 1,000 episodes are there", total)
	}
}

func TestStoreFaults(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "not a folder")
	corrupt := t.TempDir()
	writeFile(t, filepath.Join(corrupt, "plotline.db"), strings.Repeat("this is no database ", 1000))
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
		want string // a part of the sentence
	}{
		{"data folder is a file", []string{"--store", "embedded", "--data-dir", filepath.Join(file, "x")}, nil, file},
		{"corrupt file", []string{"--store", "embedded", "--data-dir", corrupt}, nil, "plotline.db"},
		{"nobody listens", []string{"--data-dir", t.TempDir()}, []string{"NEO4J_URI=bolt://" + away, "NEO4J_PASSWORD=x"}, away},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tt.env, append(tt.args, "--audit", "off")...)
			for range 2 { // the second call tries again and fails the same way
				got := s.refused("create_episode", map[string]any{"query": "q", "reward": 0})
				if got.Code != "unavailable" || !strings.Contains(got.Details, tt.want) {
					t.Errorf("refused with %+v", got)
				}
			}
			if ended := plotline(t, tt.env, append([]string{"doctor"}, tt.args...)...); ended.status == 0 || !strings.Contains(ended.out, "bad") {
				t.Errorf("doctor ended with %d: %s%s", ended.status, ended.out, ended.err)
			}
		})
	}
	if got := readFile(t, filepath.Join(corrupt, "plotline.db")); !strings.HasPrefix(string(got), "this is no database") {
		t.Error("the corrupt file was changed")
	}
}

func TestNeo4jRefusesThePassword(t *testing.T) {
	t.Parallel()
	where := stores()[1]
	args, env := where.open(t)
	s := serve(t, append(env, "NEO4J_PASSWORD=wrong-secret"), append(args, "--audit", "off")...)
	got := s.refused("list_episodes", map[string]any{})
	if got.Code != "unavailable" || !strings.Contains(got.Details, "password") || strings.Contains(got.Details, "wrong-secret") {
		t.Errorf("refused with %+v", got)
	}
}

// gate is a way to a server that can be shut and opened again.
type gate struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	shut     bool
	open     []net.Conn
}

func newGate(t *testing.T, target string) *gate {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{listener: listener, target: target}
	go g.accept(t.Context())
	t.Cleanup(func() { _ = listener.Close(); g.set(true) })
	return g
}

func (g *gate) accept(ctx context.Context) {
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

// set shuts the gate, breaking what goes through it, or opens it.
func (g *gate) set(shut bool) {
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

// TestNeo4jComesBack: a server that goes away makes calls unavailable, and comes back by itself.
func TestNeo4jComesBack(t *testing.T) {
	t.Parallel()
	args, env := stores()[1].open(t)
	uri := envMap(env)["NEO4J_URI"]
	_, host, _ := strings.Cut(uri, "://")
	g := newGate(t, host)
	s := serve(t, append(env, "NEO4J_URI=bolt://"+g.listener.Addr().String()), append(args, "--timeout", "20s")...)
	s.episode("before")
	g.set(true)
	if got := s.refused("list_episodes", map[string]any{}); got.Code != "unavailable" && got.Code != "timeout" {
		t.Errorf("refused with %+v", got)
	}
	g.set(false)
	if got := s.call("list_episodes", map[string]any{})["total_count"]; got != 1.0 {
		t.Errorf("%v episodes after it came back", got)
	}
}
