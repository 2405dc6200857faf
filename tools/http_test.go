package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/input"
	"plotline/testing/kit/logbuffer"
	"plotline/testing/kit/tier"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

func TestHTTPBothEras(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(instant()), streamhttp.Config{})
	session := s.begin()
	if r := s.send(http.MethodPost, calling(1, "look"), session...); r.status != http.StatusOK || bare(r.body) != instantAnswer || r.header.Get("Content-Type") != "application/json" {
		t.Errorf("call: %+v", r)
	}
	if r := s.send(http.MethodPost, `{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{`+modernMeta+`}}`, modernHeaders("server/discover", "")...); !strings.Contains(r.body, `"supportedVersions":["2026-07-28"`) {
		t.Errorf("discover: %+v", r)
	}
	r := s.send(http.MethodPost, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"look",`+modernMeta+`}}`, modernHeaders("tools/call", "look")...)
	if !strings.Contains(r.body, `"resultType":"complete"`) || r.header.Get("Mcp-Session-Id") != "" {
		t.Errorf("call: %+v", r)
	}
	if n := s.endpoint.Sessions(); n != 1 {
		t.Errorf("%d sessions", n)
	}
}

// TestHTTPArguments checks that arguments over HTTP reach the use case as written.
func TestHTTPArguments(t *testing.T) {
	t.Parallel()
	type free struct {
		Metadata input.Object `json:"metadata"`
	}
	s := serve(t, newServer(fake("echo", func(_ context.Context, in free) (free, error) { return in, nil })), streamhttp.Config{})
	const small = `{"metadata":{"a":1e400,"b":12345678901234567890,"c":1.10,"d":"<é\u2028>"}}`
	large := `{"metadata":{"a":1e400,"text":"` + strings.Repeat("<long> ", tier.Pick(1<<14, 1<<17)) + `"}}`
	for _, era := range eras() {
		for _, args := range []string{small, large} {
			got := s.caller(era)("echo", `,"arguments":`+args).called(t)
			var want bytes.Buffer
			if json.HTMLEscape(&want, []byte(args)); string(got.Structured) != want.String() && string(got.Structured) != args {
				t.Errorf("%s: got %.200s", era, got.Structured)
			}
			if got.text(t) != args {
				t.Errorf("%s: the text is %.200s", era, got.text(t))
			}
		}
	}
}

// TestHTTPRefusals checks that every rejection is a JSON-RPC error with advice.
func TestHTTPRefusals(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(instant()), streamhttp.Config{})
	session := s.begin()
	with := func(headers ...string) []string { return append(append([]string{}, session...), headers...) }
	call := calling(7, "look")
	modern := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"look",` + modernMeta + `}}`
	cases := map[string]struct {
		method, body string
		headers      []string
		status       int
		want         string
	}{
		"no body":              {"POST", "", session, 400, `"id":null,"error":{"code":-32700,"message":"The body is not JSON"`},
		"no JSON":              {"POST", "{", session, 400, `"code":-32700`},
		"no object":            {"POST", "5", session, 400, `"code":-32700`},
		"a batch":              {"POST", "[" + call + "]", session, 400, "send each message by itself"},
		"no JSON-RPC":          {"POST", `{"id":7,"method":"ping"}`, session, 200, `"id":7,"error":{"code":-32600`},
		"params of wrong form": {"POST", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}`, session, 200, "params of tools/call must be an object"},
		"no content type":      {"POST", call, with("Content-Type", ""), 415, "must be application/json"},
		"a wrong content type": {"POST", call, with("Content-Type", "text/plain"), 415, "must be application/json"},
		"a wrong accept":       {"POST", call, with("Accept", "text/html, application/json;q=0"), 406, "must allow application/json"},
		"a stream of pages":    {"GET", "", with("Accept", "text/html"), 406, "must allow text/event-stream"},
		"no session":           {"POST", call, nil, 400, `"id":7,"error":{"code":-32600,"message":"The Mcp-Session-Id header is missing: send initialize first`},
		"an unknown session":   {"POST", call, []string{"Mcp-Session-Id", "x"}, 404, `"id":7,"error":{"code":-32001,"message":"Session not found`},
		"an unknown stream":    {"GET", "", []string{"Mcp-Session-Id", "x"}, 404, `"id":null,"error":{"code":-32001`},
		"a stream of nothing":  {"GET", "", nil, 400, "header is missing"},
		"an unknown end":       {"DELETE", "", []string{"Mcp-Session-Id", "x"}, 404, "not_found"},
		"an unknown version":   {"POST", call, with("Mcp-Protocol-Version", "1999-01-01"), 400, "Unsupported protocol version: 1999-01-01"},
		"a future version":     {"POST", strings.ReplaceAll(modern, "2026-07-28", "2099-01-01"), []string{"Mcp-Protocol-Version", "2099-01-01"}, 400, "-32022"},
		"another version":      {"POST", modern, []string{"Mcp-Protocol-Version", "2025-11-25"}, 400, "-32020"},
		"another name":         {"POST", modern, modernHeaders("tools/call", "other"), 400, "-32020"},
		"a modern stream":      {"GET", "", []string{"Mcp-Protocol-Version", "2026-07-28"}, 405, "subscriptions/listen"},
		"a modern end":         {"DELETE", "", []string{"Mcp-Protocol-Version", "2026-07-28"}, 405, "only POST"},
		"another method":       {"PUT", call, session, 405, "only POST, GET and DELETE"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := s.send(c.method, c.body, c.headers...)
			if r.status != c.status || !strings.Contains(r.body, c.want) || !strings.HasPrefix(r.body, `{"jsonrpc":"2.0"`) || r.header.Get("Content-Type") != "application/json" {
				t.Errorf("got %+v, want %d with %s", r, c.status, c.want)
			}
			if allow := r.header.Get("Allow"); (allow != "") != (c.status == http.StatusMethodNotAllowed) {
				t.Errorf("Allow is %q", allow)
			}
		})
	}
}

func TestHTTPAcceptsLoosely(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(instant()), streamhttp.Config{})
	session := s.begin()
	for _, accept := range []string{"", "*/*", "application/*", "text/html;q=0.5, application/json; charset=utf-8"} {
		if r := s.send(http.MethodPost, calling(1, "look"), append(session, "Accept", accept, "Content-Type", "application/json; charset=utf-8")...); bare(r.body) != instantAnswer {
			t.Errorf("%q: %+v", accept, r)
		}
	}
}

func TestHTTPBodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	endpoint := newServer(instant()).HTTP(streamhttp.Config{})
	t.Cleanup(endpoint.Close)
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(strings.Repeat(" ", 100)))
	r.Header.Set("Content-Type", "application/json")
	r.Body = http.MaxBytesReader(w, r.Body, 10)
	endpoint.ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge || !strings.Contains(w.Body.String(), "Too large: a request may have 10 bytes") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestHTTPPanic checks that a panic is an internal error of one request, with details only in the log.
func TestHTTPPanic(t *testing.T) {
	t.Parallel()
	var log logbuffer.Buffer
	s := serve(t, panicking(&log), streamhttp.Config{})
	session := s.begin()
	r := s.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, session...)
	if r.status != http.StatusInternalServerError || r.body != `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}` {
		t.Errorf("got %+v", r)
	}
	if !strings.Contains(log.String(), "a secret") {
		t.Errorf("the log modelAnswer %s", log.String())
	}
	if r := s.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, session...); r.status != http.StatusOK {
		t.Errorf("after it: %+v", r)
	}
}

// TestListFollowsTheRole checks that a caller sees the tools that it may call and that are not hidden, and that other
// calls are rejected. No tool decides on plans, so a reviewer sees the same tools as a reader.
func TestListFollowsTheRole(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	for _, role := range access.Roles() {
		cfg := config(all...)
		cfg.Caller = func(context.Context) audit.Caller { return audit.Caller{Workspace: "default", Role: role} }
		s := serve(t, tools.New(cfg), streamhttp.Config{})
		session := s.begin()
		shown := s.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, session...)
		writes := role == access.Writer || role == access.Admin
		for _, tool := range all {
			may := !tool.Writes && !tool.Spends || writes
			if got := strings.Contains(shown.body, `"name":"`+tool.Name+`",`); got != (may && !tool.Hidden) {
				t.Errorf("%s is shown %s: %v, want %v", role, tool.Name, got, may && !tool.Hidden)
			}
			called := s.send(http.MethodPost, callOf(1, tool.Name, `{"no_such_argument":1}`), session...)
			if refused := strings.Contains(called.body, "permission_denied"); refused == may {
				t.Errorf("%s calls %s and gets %s", role, tool.Name, called.body)
			}
		}
	}
}
