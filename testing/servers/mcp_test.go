package servers_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"plotline/testing/kit/neo4jtest"
)

const (
	acceptsBoth = "application/json, text/event-stream"
	hello       = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"servers","version":"1"}}}`
	modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`
)

// toolResult is the result of a tool call.
type toolResult struct {
	Type       string                     `json:"resultType"`
	Requests   map[string]json.RawMessage `json:"inputRequests"`
	State      string                     `json:"requestState"`
	IsError    bool                       `json:"isError"`
	Structured json.RawMessage            `json:"structuredContent"`
	Content    []struct{ Text string }    `json:"content"`
}

// modern calls a tool in the era without sessions. more is further members of params.
func (w *world) modern(t *testing.T, tool, args, more string) toolResult {
	t.Helper()
	return w.modernAt(t, w.url, tool, args, more)
}

// modernAt is modern at the balancer or at one server.
func (w *world) modernAt(t *testing.T, url, tool, args, more string) toolResult {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,%s%s}}`, tool, args, more, modernMeta)
	got := w.sendTo(t, url, http.MethodPost, "/mcp", body, "Accept", "application/json",
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool)
	return got.tool(t)
}

// tool decodes the answer to a tool call.
func (r reply) tool(t *testing.T) toolResult {
	t.Helper()
	raw := r.body
	if strings.HasPrefix(r.header.Get("Content-Type"), "text/event-stream") {
		_, data, _ := strings.Cut(string(raw), "data: ")
		raw = []byte(data)
	}
	var message struct{ Result *toolResult }
	if err := json.Unmarshal(raw, &message); r.status != http.StatusOK || err != nil || message.Result == nil {
		t.Fatalf("got %d %s: %v", r.status, r.body, err)
	}
	return *message.Result
}

// must decodes the structured content of a call that succeeded.
func (r toolResult) must(t *testing.T, out any) {
	t.Helper()
	if r.IsError || r.Structured == nil {
		t.Fatalf("got %+v", r)
	}
	if err := json.Unmarshal(r.Structured, out); err != nil {
		t.Fatal(err)
	}
}

// TestModernMCPNeedsNoStickiness makes each call of a client at another server.
func TestModernMCPNeedsNoStickiness(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			w := start(t, version, inTurn)
			ids := make([]string, 7)
			for i := range ids {
				var first, again, read struct {
					ID    string `json:"episode_id"`
					Query string `json:"query"`
				}
				args := fmt.Sprintf(`{"query":"q%d","reward":1,"idempotency_key":"k%d"}`, i, i)
				w.modern(t, "create_episode", args, "").must(t, &first)
				w.modern(t, "create_episode", args, "").must(t, &again)
				w.modern(t, "get_episode", fmt.Sprintf(`{"episode_id":%q}`, first.ID), "").must(t, &read)
				if again.ID != first.ID || read.ID != first.ID || read.Query != fmt.Sprintf("q%d", i) {
					t.Fatalf("created %s, again %s, read %+v", first.ID, again.ID, read)
				}
				ids[i] = first.ID
			}
			w.checkPages(t, ids)
			w.checkCycles(t, ids)
			w.checkAllServed(t)
		})
	}
}

// checkPages reads a list of pages whose cursors come from other servers.
func (w *world) checkPages(t *testing.T, ids []string) {
	t.Helper()
	var found []string
	for cursor := ""; ; {
		var page struct {
			Episodes []struct {
				ID string `json:"episode_id"`
			} `json:"episodes"`
			Next string `json:"next_cursor"`
		}
		args := `{"limit":2}`
		if cursor != "" {
			args = fmt.Sprintf(`{"limit":2,"cursor":%q}`, cursor)
		}
		w.modern(t, "list_episodes", args, "").must(t, &page)
		for _, e := range page.Episodes {
			found = append([]string{e.ID}, found...)
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if strings.Join(found, " ") != strings.Join(ids, " ") {
		t.Errorf("pages list %v, want %v", found, ids)
	}
}

// checkCycles adds relationships that close a cycle together, at several servers at once.
func (w *world) checkCycles(t *testing.T, ids []string) {
	t.Helper()
	for i := range len(ids) - 1 {
		var made [count]bool
		var all sync.WaitGroup
		for j := range made {
			from, to := ids[i], ids[i+1]
			if j%2 == 1 {
				from, to = to, from
			}
			all.Go(func() {
				args := fmt.Sprintf(`{"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"follows"}`, from, to)
				made[j] = !w.modern(t, "add_episode_relationship", args, "").IsError
			})
		}
		all.Wait()
		if n := btoi(made[0]) + btoi(made[1]) + btoi(made[2]); n != 1 {
			t.Errorf("of three additions that exclude each other %d succeeded", n)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// session begins a session of the older era.
func (w *world) session(t *testing.T) (headers []string) {
	t.Helper()
	got := w.send(t, http.MethodPost, "/mcp", hello, "Accept", acceptsBoth)
	id := got.header.Get("Mcp-Session-Id")
	if got.status != http.StatusOK || id == "" {
		t.Fatalf("initialize: %d %s", got.status, got.body)
	}
	return []string{"Mcp-Session-Id", id, "Mcp-Protocol-Version", "2025-11-25", "Accept", acceptsBoth}
}

const listCall = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_episodes","arguments":{}}}`

// TestOlderSessionStaysAtItsServer checks that other servers answer 404, which tells a client to begin a new session.
func TestOlderSessionStaysAtItsServer(t *testing.T) {
	t.Parallel()
	w := start(t, neo4jtest.LTS, inTurn)
	headers := w.session(t)
	for i := range 2 {
		got := w.send(t, http.MethodPost, "/mcp", listCall, headers...)
		if got.status != http.StatusNotFound || !strings.Contains(string(got.body), "Session not found") {
			t.Errorf("another server, call %d: %d %s", i, got.status, got.body)
		}
	}
	var list struct{}
	w.send(t, http.MethodPost, "/mcp", listCall, headers...).tool(t).must(t, &list) // the first server's turn
}

// TestOlderSessionsWithStickiness checks sessions behind a balancer that keeps them together, by the header of the
// session or by that of the token: calls, the session's stream, and its end.
func TestOlderSessionsWithStickiness(t *testing.T) {
	t.Parallel()
	for name, choose := range map[string]choice{"session": bySession, "token": byHeader("Authorization")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t, neo4jtest.LTS, choose)
			for range 2 * count {
				w.useSession(t)
			}
			if name == "session" { // otherwise the one token has one server
				w.checkAllServed(t)
			}
		})
	}
}

func (w *world) useSession(t *testing.T) {
	t.Helper()
	headers := w.session(t)
	w.send(t, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, headers...).expect(t, http.StatusAccepted)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	stream := w.open(ctx, t, http.MethodGet, w.url+"/mcp", "", append(append([]string{}, headers...), "Accept", "text/event-stream")...)
	defer func() { _ = stream.Body.Close() }()
	if stream.StatusCode != http.StatusOK {
		t.Fatalf("the stream: %s", stream.Status)
	}
	for range count {
		var list struct{}
		w.send(t, http.MethodPost, "/mcp", listCall, headers...).tool(t).must(t, &list)
	}
	w.send(t, http.MethodDelete, "/mcp", "", headers...).expect(t, http.StatusNoContent)
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); { //nolint:revive // the stream ends with its session
	}
	if ctx.Err() != nil {
		t.Error("the stream stays open after the end of its session")
	}
	w.send(t, http.MethodPost, "/mcp", listCall, headers...).expect(t, http.StatusNotFound)
}
