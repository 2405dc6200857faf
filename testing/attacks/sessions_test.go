package attacks_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/fetch"
	"plotline/testing/kit/tier"
)

const modern = "2026-07-28"

// initialize begins a session with this client information.
func initialize(info, capabilities string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":%s,"capabilities":%s}}`, info, capabilities)
}

// TestClientInformationIsLimited checks that client information is limited, and that a session keeps little
// of it.
func TestClientInformationIsLimited(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "hostile", access.Reader)
		large := strings.Repeat("x", 15<<20)
		for _, body := range []string{
			initialize(`{"name":"`+large+`","version":"1"}`, `{}`),
			initialize(`{"name":"x","version":"1"}`, `{"experimental":{"x":"`+large+`"}}`),
			initialize(`{"name":"x","version":"1"}`, `{"experimental":{"x":[`+strings.Repeat(`{},`, 1<<20)+`{}]}}`),
		} {
			got := s.must(t, http.StatusRequestEntityTooLarge, http.MethodPost, "/mcp", token, body)
			if !strings.Contains(string(got.body), "initialize may have 16384 bytes") {
				t.Errorf("%s", got.body)
			}
		}
		part := strings.Repeat(`{},`, 4<<10)
		before := s.memory(t, "VmRSS")
		sessions := p.size(100, 1500)
		for range sessions {
			s.must(t, http.StatusOK, http.MethodPost, "/mcp", token, initialize(`{"name":"x","version":"1"}`, `{"experimental":{"x":[`+part+`{}]}}`))
		}
		if grown := s.memory(t, "VmRSS") - before; grown > 100<<20 {
			t.Errorf("%d sessions hold %d MiB", sessions, grown>>20)
		}
		s.checkAlive(t)
	})
}

// TestSessionsOfOneTokenAreLimited checks that one token has a limit of sessions and cannot end those of
// others.
func TestSessionsOfOneTokenAreLimited(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir(), "--max-sessions", "20")
		token, hostile := s.token(t, "victim", access.Writer), s.token(t, "hostile", access.Reader)
		session := s.must(t, http.StatusOK, http.MethodPost, "/mcp", token, initialize(`{"name":"x","version":"1"}`, `{}`)).header.Get("Mcp-Session-Id")
		for range 100 {
			s.must(t, http.StatusOK, http.MethodPost, "/mcp", hostile, initialize(`{"name":"x","version":"1"}`, `{}`))
		}
		s.must(t, http.StatusOK, http.MethodPost, "/mcp", token, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, "Mcp-Session-Id", session)
		metrics := string(s.must(t, http.StatusOK, http.MethodGet, "/metrics", token, "").body)
		for _, want := range []string{"plotline_mcp_sessions 21\n", `plotline_http_refusals_total{reason="sessions_ended"} 80` + "\n"} {
			if !strings.Contains(metrics, want) {
				t.Errorf("the metrics lack %s", want)
			}
		}
	})
}

// TestIdleSessionsOverHTTP2 opens a thousand connections with TLS, each with a session and its stream, and leaves them idle.
// Others must get answers, and every session must stay usable.
func TestIdleSessionsOverHTTP2(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	const sessions = 1000
	s := secure.start(t, "--media-root", t.TempDir())
	token, other := s.token(t, "idle", access.Reader), s.token(t, "victim", access.Writer)
	before := s.memory(t, "VmRSS")
	idle := make([]struct {
		client  *http.Client
		headers []string
		stream  io.Closer
	}, sessions)
	for i := range idle {
		c := &idle[i]
		c.client = s.clients.another()
		began, err := fetch.By(t.Context(), c.client, http.MethodPost, s.URL+"/mcp", []byte(initialize(`{"name":"x","version":"1"}`, `{}`)), "Authorization", "Bearer "+token)
		if err != nil || began.Status != http.StatusOK {
			t.Fatalf("session %d: %s, %v", i, began, err)
		}
		c.headers = []string{"Authorization", "Bearer " + token, "Mcp-Session-Id", began.Header.Get("Mcp-Session-Id"), "Accept", "application/json, text/event-stream"}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/mcp", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		for h := 0; h < len(c.headers); h += 2 {
			request.Header.Set(c.headers[h], c.headers[h+1])
		}
		stream, err := c.client.Do(request)
		if err != nil || stream.StatusCode != http.StatusOK || stream.ProtoMajor != 2 {
			t.Fatalf("stream %d: %v, %v", i, stream, err)
		}
		c.stream = stream.Body
		t.Cleanup(func() { _ = stream.Body.Close() })
	}
	s.checkOtherDuring(t, other, func(ctx context.Context) error {
		<-ctx.Done()
		return nil
	})
	for i, c := range idle {
		got, err := fetch.By(t.Context(), c.client, http.MethodPost, s.URL+"/mcp", []byte(`{"jsonrpc":"2.0","id":2,"method":"ping"}`), c.headers...)
		if err != nil || got.Status != http.StatusOK {
			t.Fatalf("session %d: %s, %v", i, got, err)
		}
	}
	metrics := string(s.must(t, http.StatusOK, http.MethodGet, "/metrics", other, "").body)
	if want := fmt.Sprintf("plotline_mcp_sessions %d\n", sessions); !strings.Contains(metrics, want) {
		t.Errorf("the metrics lack %s", want)
	}
	t.Logf("%d MiB before, at most %d MiB", before>>20, s.memory(t, "VmHWM")>>20)
	for _, c := range idle {
		_ = c.stream.Close()
		c.client.CloseIdleConnections()
	}
	s.checkAlive(t)
}

// TestExpandingMessagesAreLimited checks message parts that take many times their size when decoded into
// maps and lists. Each is limited; one of them took 870 MB.
func TestExpandingMessagesAreLimited(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token, hostile := s.token(t, "victim", access.Writer), s.token(t, "hostile", access.Reader)
		list := "[" + strings.Repeat("{},", 5<<20) + "{}]"
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + modern + `","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}`
		var keys strings.Builder
		for i := range 1 << 20 {
			fmt.Fprintf(&keys, `"%x":0,`, i)
		}
		large := http.StatusRequestEntityTooLarge
		for name, c := range map[string]struct {
			body   string
			status int
		}{
			"_meta":          {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + meta + `,"x":` + list + `}}}`, large},
			"capabilities":   {`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{"experimental":{"x":` + list + `}}}}}`, large},
			"id":             {`{"jsonrpc":"2.0","id":` + list + `,"method":"tools/list","params":{` + meta + `}}}`, large},
			"members":        {`{"jsonrpc":"2.0","id":1,"method":"tools/call",` + keys.String() + `"params":{` + meta + `}}}`, large},
			"params":         {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + keys.String() + meta + `}}}`, large},
			"subscriptions":  {`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{` + meta + `},"notifications":{"resourceSubscriptions":` + list + `}}}`, large},
			"answers":        {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + meta + `},"name":"list_episodes","arguments":{},"inputResponses":{"a":` + list + `}}}`, large},
			"an answer":      {`{"jsonrpc":"2.0","id":"1","result":` + list + `}`, large},
			"state and args": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + meta + `},"name":"list_episodes","requestState":"x","arguments":{"x":` + list + `}}}`, http.StatusOK},
		} {
			method := "tools/call"
			if _, rest, found := strings.Cut(c.body[:100], `"method":"`); found {
				method, _, _ = strings.Cut(rest, `"`)
			}
			s.checkOtherDuring(t, token, func(ctx context.Context) error {
				for first := true; ctx.Err() == nil; first = false {
					got, err := s.do(ctx, http.MethodPost, "/mcp", hostile, []byte(c.body),
						"Mcp-Protocol-Version", modern, "Mcp-Method", method, "Mcp-Name", "list_episodes")
					if first && (err != nil || got.status != c.status) && ctx.Err() == nil {
						return fmt.Errorf("%s: %d %.300s %w", name, got.status, got.body, err)
					}
				}
				return nil
			})
		}
		s.checkPeakMemory(t, 300<<20)
	})
}

// TestManyExpandingMessages sends messages at once that are just below the limits of their bytes, and whose small parts take
// many times their size when decoded. Twelve of one reader ended the server.
func TestManyExpandingMessages(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token, hostile := s.token(t, "victim", access.Writer), s.token(t, "hostile", access.Reader)
		list := `[` + strings.Repeat(`{"a":{},"a":{}},`, 60_000) + `0]`
		var answers strings.Builder
		for i := range 120_000 {
			fmt.Fprintf(&answers, `"%d":{},`, i)
		}
		for name, c := range map[string]struct {
			params string
			status int
		}{
			"state":   {`"name":"get_episode","arguments":{"episode_id":` + list + `},"requestState":"AAAA"`, http.StatusOK},
			"answers": {`"name":"get_episode","arguments":{},"inputResponses":{` + answers.String() + `"x":{}}`, http.StatusRequestEntityTooLarge},
		} {
			call := statelessCall("tools/call", "get_episode", c.params)
			s.checkOtherDuring(t, token, func(ctx context.Context) error {
				all := waited(t)
				failed := make([]error, 32)
				for i := range failed {
					all.Go(func() {
						for first := true; first || ctx.Err() == nil && failed[i] == nil; first = false {
							got, err := s.send(context.WithoutCancel(ctx), http.MethodPost, call.path, hostile, call.body, call.headers...)
							if err != nil || got.status != c.status && got.status != http.StatusTooManyRequests {
								failed[i] = fmt.Errorf("%s: status %d: %.300s, %w", name, got.status, got.body, err)
							}
						}
					})
				}
				all.Wait()
				return errors.Join(failed...)
			})
		}
		s.checkPeakMemory(t, 300<<20)
	})
}
