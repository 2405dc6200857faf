package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

// server is one process of `plotline mcp` under test.
type server struct {
	*stdioclient.Client
	t   *testing.T
	mu  sync.Mutex
	all []string // every line of standard output
}

// rpc is the reply to a tool call.
type rpc struct {
	Result stdioclient.ToolResult
	Error  json.RawMessage
}

// serve starts the program and initializes the connection.
func serve(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	s := &server{t: t}
	cmd := exec.CommandContext(t.Context(), binary, append([]string{"mcp"}, args...)...) //nolint:gosec // our own binary
	cmd.Env = append(serving.Environ(), env...)
	var err error
	if s.Client, err = stdioclient.Start(cmd, s.storeLine); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func (s *server) storeLine(line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, string(line))
}

func (s *server) send(line string) {
	s.t.Helper()
	if err := s.Send(line); err != nil {
		s.t.Error(err)
	}
}

// begin sends a request and returns its id and the channel of its reply.
func (s *server) begin(method string, params any) (int, <-chan stdioclient.Message) {
	s.t.Helper()
	id, answer, err := s.Begin(method, params)
	if err != nil {
		s.t.Fatal(err)
	}
	return id, answer
}

func (s *server) request(method string, params any) rpc {
	s.t.Helper()
	_, answer := s.begin(method, params)
	return s.await(answer)
}

func (s *server) await(answer <-chan stdioclient.Message) rpc {
	s.t.Helper()
	m := s.receive(answer)
	got := rpc{Error: m.Error}
	_ = json.Unmarshal(m.Result, &got.Result)
	return got
}

// receive waits for any reply.
func (s *server) receive(answer <-chan stdioclient.Message) stdioclient.Message {
	s.t.Helper()
	select {
	case m, ok := <-answer:
		if !ok {
			s.t.Fatalf("the program ended before it answered\n%s", s.Log())
		}
		return m
	case <-time.After(time.Minute):
		s.t.Fatalf("no answer in a minute\n%s", s.Log())
	}
	return stdioclient.Message{}
}

// call calls a tool that must succeed.
func (s *server) call(tool string, args any) map[string]any {
	s.t.Helper()
	m := s.request("tools/call", map[string]any{"name": tool, "arguments": args})
	if m.Error != nil || m.Result.IsError {
		s.t.Fatalf("%s: %s %v\n%s", tool, m.Error, m.Result.Content, s.Log())
	}
	var out map[string]any
	if err := json.Unmarshal(m.Result.Structured, &out); err != nil {
		s.t.Fatalf("%s: %v", tool, err)
	}
	return out
}

// failure is the error of a rejected call.
type failure struct{ Error, Details, Tool, Code string }

// expectError calls a tool that must fail.
func (s *server) expectError(tool string, args any) failure {
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

// end waits until the program ends by itself, and returns its status.
func (s *server) end() int {
	s.t.Helper()
	ended := make(chan struct{})
	go func() {
		_ = s.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		s.t.Fatalf("the program does not end\n%s", s.Log())
	}
	return s.Status()
}

func TestHandshakeOpensNoDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, nil, "--store", "embedded", "--data-dir", dir)
	s.request("tools/list", map[string]any{})
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("the data folder holds %v, %v", entries, err)
	}
	_ = s.CloseInput()
	if status := s.end(); status != 0 {
		t.Errorf("status %d at the end of input\n%s", status, s.Log())
	}
}

func TestTermSignalStopsCleanly(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--store", "embedded", "--data-dir", t.TempDir())
	s.episode("one")
	if err := s.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := s.end(); status != 0 {
		t.Errorf("status %d after SIGTERM\n%s", status, s.Log())
	}
}

// TestStdoutHasProtocolOnly checks every line with the most detailed log.
func TestStdoutHasProtocolOnly(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--store", "embedded", "--data-dir", t.TempDir(), "--log-level", "debug", "--audit-file", "-")
	s.episode("one")
	s.expectError("get_episode", map[string]any{"episode_id": "nonsense"})
	_ = s.CloseInput()
	s.end()
	for _, line := range s.all {
		var m struct{ JSONRPC string }
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			t.Errorf("standard output holds %q", line)
		}
	}
	if !strings.Contains(s.Log(), `"operation":"create_episode"`) {
		t.Errorf("no audit record on standard error: %s", s.Log())
	}
}

// TestParallelAdds sends 200 adds at once. None may be lost or stored twice.
func TestParallelAdds(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		s := serve(t, env, args...)
		from := s.episode("from")
		ids := make([]string, 200)
		for i := range ids {
			ids[i] = s.episode(fmt.Sprintf("to %d", i))
		}
		answers := make([]<-chan stdioclient.Message, len(ids))
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

// TestTwoProcessesOnOneFile writes from two programs at once, including opposing pairs.
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
		add := func(s *server, from, to string) <-chan stdioclient.Message {
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

// TestCancelStopsCall cancels a call that would run for long.
func TestCancelStopsCall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, nil, "--store", "embedded", "--data-dir", dir)
	items := make([]map[string]any, 1000)
	for i := range items {
		items[i] = map[string]any{"query": strings.Repeat("long text ", 1000), "reward": 0}
	}
	id, _ := s.begin("tools/call", map[string]any{"name": "create_episodes", "arguments": map[string]any{"episodes": items}})
	waitFor(t, filepath.Join(dir, "plotline.db")) // the call runs: it has opened the store
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id))
	// A cancelled call may reply or not. The server must continue, and the batch must be stored completely
	// or not at all.
	s.call("list_episodes", map[string]any{})
	_ = s.CloseInput()
	if status := s.end(); status != 0 {
		t.Errorf("status %d", status)
	}
	total, _ := serve(t, nil, "--store", "embedded", "--data-dir", dir).call("list_episodes", map[string]any{})["total_count"].(float64)
	if total != 0 && total != 1000 {
		t.Errorf("%v of 1,000 episodes are there", total)
	}
}
