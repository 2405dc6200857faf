package tools_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport/streamhttp"
)

// TestHTTPSessionOfAnother checks that a call, a stream and a DELETE cannot tell another's session from an unknown
// one.
func TestHTTPSessionOfAnother(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(instant()), streamhttp.Config{})
	session := s.begin("Who", "anna")
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
		for _, who := range []string{"bert", ""} {
			foreign := s.send(method, calling(1, "look"), append(session, "Who", who)...)
			unknown := s.send(method, calling(1, "look"), append(session, "Who", "anna", "Mcp-Session-Id", "nobody's")...)
			if foreign.status != http.StatusNotFound || foreign.status != unknown.status || foreign.body != unknown.body {
				t.Errorf("%s of %q: %+v\nunknown: %+v", method, who, foreign, unknown)
			}
		}
	}
	if r := s.send(http.MethodPost, calling(1, "look"), session...); bare(r.body) != instantAnswer {
		t.Errorf("its own: %+v", r)
	}
}

func TestHTTPSessionThatEnded(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(instant()), streamhttp.Config{})
	session := s.begin()
	stream := s.open(t.Context(), http.MethodGet, nil, session...)
	defer func() { _ = stream.Body.Close() }()
	if r := s.send(http.MethodDelete, "", session...); r.status != http.StatusNoContent || r.body != "" {
		t.Errorf("got %+v", r)
	}
	if rest, err := io.ReadAll(stream.Body); err != nil || len(rest) > 0 {
		t.Errorf("the stream ended with %s, %v", rest, err)
	}
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
		if r := s.send(method, calling(1, "look"), session...); r.status != http.StatusNotFound {
			t.Errorf("%s: %+v", method, r)
		}
	}
	if n := s.endpoint.Sessions(); n != 0 {
		t.Errorf("%d sessions", n)
	}
}

func TestHTTPInitializeThatFailed(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(instant()), streamhttp.Config{})
	r := s.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}`)
	if !strings.Contains(r.body, `"error"`) || r.header.Get("Mcp-Session-Id") != "" || s.endpoint.Sessions() != 0 {
		t.Errorf("%d sessions, %+v", s.endpoint.Sessions(), r)
	}
}

// TestHTTPSessionsAreBounded checks that a session beyond the limit ends the longest unused one, of the credential
// with the most sessions. No session in use is ended.
func TestHTTPSessionsAreBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(instant()), streamhttp.Config{Sessions: 4})
	lives := func(session []string) bool {
		return s.send(http.MethodPost, calling(1, "look"), session...).status == http.StatusOK
	}
	bert := s.begin("Who", "bert")
	used, unused, third := s.begin("Who", "anna"), s.begin("Who", "anna"), s.begin("Who", "anna")
	if !lives(used) {
		t.Error("the used one ended")
	}
	fourth := s.begin("Who", "anna")
	if lives(unused) || !lives(bert) || !lives(used) || !lives(third) || !lives(fourth) {
		t.Errorf("the wrong session ended")
	}
	for _, session := range [][]string{bert, used, third, fourth} {
		stream := s.open(t.Context(), http.MethodGet, nil, session...)
		defer func() { _ = stream.Body.Close() }()
	}
	r := s.send(http.MethodPost, hello, "Who", "carl")
	if r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") != "10" || !strings.Contains(r.body, `"data":{"code":"unavailable"}`) || !strings.Contains(r.body, "All 4 sessions are in use") {
		t.Errorf("one too many: %+v", r)
	}
	if n := s.endpoint.Sessions(); n != 4 {
		t.Errorf("%d sessions", n)
	}
}

// TestHTTPSessionsExpire runs with a fake clock.
func TestHTTPSessionsExpire(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		endpoint := newServer(instant()).HTTP(streamhttp.Config{SessionIdle: time.Hour})
		defer endpoint.Close()
		first, second, streaming := recorded(t, endpoint), recorded(t, endpoint), recorded(t, endpoint)
		ctx, cancel := context.WithCancel(t.Context())
		var open sync.WaitGroup
		open.Go(func() { record(ctx, endpoint, http.MethodGet, "", streaming) })
		time.Sleep(40 * time.Minute)
		if got := record(ctx, endpoint, http.MethodPost, calling(1, "look"), second); got.Code != http.StatusOK {
			t.Errorf("got %d", got.Code)
		}
		time.Sleep(30 * time.Minute)
		synctest.Wait()
		if got := record(ctx, endpoint, http.MethodPost, calling(1, "look"), first); got.Code != http.StatusNotFound || endpoint.Sessions() != 2 {
			t.Errorf("got %d, and there are %d sessions", got.Code, endpoint.Sessions())
		}
		time.Sleep(40 * time.Minute)
		synctest.Wait()
		if n := endpoint.Sessions(); n != 1 {
			t.Errorf("%d sessions: the one with a stream is in use", n)
		}
		cancel()
		open.Wait()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if n := endpoint.Sessions(); n != 0 {
			t.Errorf("%d sessions", n)
		}
	})
}

func recorded(t *testing.T, endpoint *streamhttp.Handler) string {
	t.Helper()
	return record(t.Context(), endpoint, http.MethodPost, hello, "").Header().Get("Mcp-Session-Id")
}

// record sends a request to the handler without a network.
func record(ctx context.Context, endpoint *streamhttp.Handler, method, body, session string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(ctx, method, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Mcp-Session-Id", session)
	endpoint.ServeHTTP(w, r)
	return w
}

// TestHTTPManySessions checks that 200 clients at once, each with its own session, get their own answers.
func TestHTTPManySessions(t *testing.T) {
	t.Parallel()
	type named struct {
		Name string `json:"name"`
	}
	s := serve(t, newServer(fake("echo", func(_ context.Context, in named) (named, error) { return in, nil })), streamhttp.Config{})
	var clients sync.WaitGroup
	for i := range 200 {
		clients.Go(func() {
			session := s.begin()
			for j := range 5 {
				name := fmt.Sprint(i, "-", j)
				r := s.send(http.MethodPost, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"name":%q}}}`, name), session...)
				if !strings.Contains(r.body, `"structuredContent":{"name":"`+name+`"}`) {
					t.Errorf("%s: %+v", name, r)
				}
			}
		})
	}
	clients.Wait()
	if n := s.endpoint.Sessions(); n != 200 {
		t.Errorf("%d sessions", n)
	}
}

// TestHTTPSessionInMemory checks what mcp-go keeps of a session: the short form of the client's name, and nothing
// after the end.
func TestHTTPSessionInMemory(t *testing.T) {
	t.Parallel()
	known := newServer(instant())
	type client struct {
		info mcp.Implementation
		can  mcp.ClientCapabilities
	}
	seen := make(chan client, 1)
	known.MCP().AddTool(mcp.NewTool("whoami"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
			seen <- client{session.GetClientInfo(), session.GetClientCapabilities()}
		}
		return mcp.NewToolResultText("ok"), nil
	})
	s := serve(t, known, streamhttp.Config{})
	session := s.beginWith(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{},"experimental":{"a":{}}},"clientInfo":{"name":"` +
		strings.Repeat("x", 100) + `","version":"3","title":"T","websiteUrl":"https://example.org"}}}`)
	s.send(http.MethodPost, calling(1, "whoami"), session...)
	got := <-seen
	if len(got.info.Name) != 64 || got.info.Title != "" || got.info.WebsiteURL != "" || got.can.Roots == nil || got.can.Experimental != nil {
		t.Errorf("mcp-go keeps %+v", got)
	}
	tell := func() error {
		return known.MCP().SendNotificationToSpecificClient(session[1], "notifications/message", nil)
	}
	if err := tell(); err != nil {
		t.Errorf("while it lasts: %v", err)
	}
	s.send(http.MethodDelete, "", session...)
	if err := tell(); !errors.Is(err, server.ErrSessionNotFound) {
		t.Errorf("after its end: %v", err)
	}
}
