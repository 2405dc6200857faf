package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// journal records the log of a server.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

// calm fails if the server logged a bug.
func (j *journal) calm(t *testing.T) {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	if text := j.text.String(); strings.Contains(text, "panic") || strings.Contains(text, "cannot be written") {
		t.Errorf("logged %s", text)
	}
	j.text.Reset()
}

// remembering is a server with the tools of the graph, which use no files.
func remembering(tb testing.TB, log *journal) *tools.Server {
	tb.Helper()
	cfg := config()
	for _, tool := range allTools(tb) {
		if strings.Contains(tool.Name, "_") {
			cfg.Tools = append(cfg.Tools, tool)
		}
	}
	cfg.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return tools.New(cfg)
}

// wire is a message on the wire.
type wire struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  *string         `json:"method"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// wellFormed checks one message, and reports whether it answers a request.
func wellFormed(t *testing.T, raw string) (m wire, answers bool) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), &m); err != nil || m.Version != "2.0" {
		t.Fatalf("%q is no message: %v", raw, err)
	}
	answers = m.Method == nil
	if answers && (m.Result == nil) == (m.Error == nil) || m.Error != nil && (m.Error.Code == 0 || m.Error.Message == "") {
		t.Errorf("%q is neither a result nor an error", raw)
	}
	return m, answers
}

func rpcSeeds() []string {
	return []string{
		"", "null", "[]", "7", "{", `{"jsonrpc":"2.0","id":1}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":"a","method":"ping","params":7}`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":[1],"method":"x"}`, `{"jsonrpc":"2.0","id":true,"method":"ping"}`,
		hello, helloed, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_episode","arguments":{"query":"q","reward":1}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_episodes","arguments":[],"_meta":{"progressToken":{}}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7,"arguments":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"plotline://graph/%ff"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"recall_before_acting","arguments":{"task":1}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"x"},"argument":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"loud"}}`, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_topological_order",` + modernMeta + `,"requestState":"x","inputResponses":{"a":null}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"error":7}`,
	}
}

// FuzzStdio checks that every request on standard input is answered once, that messages have one line, and that the
// server logs no bug.
func FuzzStdio(f *testing.F) {
	seeds := rpcSeeds()
	f.Add(strings.Join(seeds, "\n"))
	for _, seed := range seeds {
		f.Add(hello + "\n" + helloed + "\n" + seed + "\n")
		f.Add(seed)
	}
	var log journal
	server := remembering(f, &log)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "subscriptions/listen") {
			t.Skip("it is left open until the client goes, which is after some seconds here")
		}
		var out bytes.Buffer
		if err := server.ServeStdio(t.Context(), strings.NewReader(text), &out); err != nil {
			t.Fatal(err)
		}
		log.calm(t)
		answered := map[string]int{}
		for line := range strings.Lines(out.String()) {
			if m, answers := wellFormed(t, line); answers {
				answered[string(m.ID)]++
			}
		}
		if strings.Contains(text, "cancelled") || strings.Contains(text, `\`) {
			return // a cancelled request gets no answer
		}
		for id, asked := range askedIn(text) {
			if answered[id] != asked {
				t.Errorf("%d requests with the id %s have %d answers:\n%s", asked, id, answered[id], out.String())
			}
		}
	})
}

// askedIn counts the requests of a text whose ids JSON-RPC allows.
func askedIn(text string) map[string]int {
	asked := map[string]int{}
	for line := range strings.Lines(text) {
		var m wire
		if json.Unmarshal([]byte(line), &m) != nil || m.Method == nil || *m.Method == "" || len(m.ID) == 0 {
			continue
		}
		var id any
		if json.Unmarshal(m.ID, &id) != nil {
			continue
		}
		switch id := id.(type) {
		case string:
			asked[string(m.ID)]++
		case float64:
			if whole := int64(id); float64(whole) == id && whole > -1<<53 && whole < 1<<53 && strings.Trim(string(m.ID), "-0123456789") == "" {
				asked[string(m.ID)]++
			}
		}
	}
	return asked
}

// FuzzHTTP checks that every POST gets an expected status, and a body that matches its header.
func FuzzHTTP(f *testing.F) {
	for _, seed := range rpcSeeds() {
		for _, version := range []string{"", "2025-11-25", "2026-07-28"} {
			f.Add(seed, "application/json", "application/json, text/event-stream", version, "tools/call", true)
		}
	}
	f.Add(hello, "application/json;charset=\xff", "*/*;q=0", "9999-99-99", "\x00", false)
	var log journal
	endpoint := remembering(f, &log).HTTP(streamhttp.Config{})
	f.Cleanup(endpoint.Close)
	session := post(f, endpoint, hello, http.Header{}).Header().Get("Mcp-Session-Id")
	f.Fuzz(func(t *testing.T, body, contentType, accept, version, method string, known bool) {
		header := http.Header{"Content-Type": {contentType}, "Accept": {accept}, "Mcp-Protocol-Version": {version}, "Mcp-Method": {method}}
		if known {
			header.Set("Mcp-Session-Id", session)
		}
		w := post(t, endpoint, body, header)
		log.calm(t)
		switch {
		case w.Code == http.StatusInternalServerError || w.Code < 200 || w.Code >= 300 && w.Code < 400:
			t.Errorf("status %d: %s", w.Code, w.Body)
		case w.Body.Len() == 0 && w.Code != http.StatusAccepted:
			t.Errorf("status %d modelAnswer nothing", w.Code)
		case w.Body.Len() > 0 && strings.HasPrefix(w.Header().Get("Content-Type"), "application/json"):
			wellFormed(t, w.Body.String())
		}
		if w.Header().Get("Content-Type") == "text/event-stream" {
			for _, event := range (replied{header: w.Header(), body: w.Body.String()}).events(t) {
				wellFormed(t, event)
			}
		}
	})
}

// post sends a POST to a handler. It disconnects when the request opens a stream.
func post(tb testing.TB, endpoint http.Handler, body string, header http.Header) *httptest.ResponseRecorder {
	tb.Helper()
	const patience = 200 * time.Millisecond
	ctx, cancel := context.WithCancel(tb.Context())
	defer cancel()
	if strings.Contains(body, "listen") {
		time.AfterFunc(patience, cancel)
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	endpoint.ServeHTTP(w, r)
	return w
}
