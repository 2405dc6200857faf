package remote

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/internal/recording/spool"
)

// TestRelayStreams checks that each message of a stream becomes one line, that the headers of both kinds of protocol are sent, and
// that a failure is the answer of its request alone.
func TestRelayStreams(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m message
		_ = json.NewDecoder(r.Body).Decode(&m)
		mu.Lock()
		seen = append(seen, fmt.Sprintf("%s %s session=%s version=%s method=%s name=%s", r.Method, m.Method, r.Header.Get(sessionHeader), r.Header.Get(versionHeader), r.Header.Get(methodHeader), r.Header.Get(nameHeader)))
		mu.Unlock()
		switch {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case m.Method == "initialize":
			w.Header().Set(sessionHeader, "s1")
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}`)
		case m.Method == "tools/list":
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n: a comment\n\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":2,\"result\":{}}\n\n")
		case m.Method == "tools/call":
			w.WriteHeader(http.StatusBadGateway)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(server.Close)
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ``,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"recall","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
	}, "\n") + "\n"
	var out strings.Builder
	if err := Relay(t.Context(), spool.Settings{Address: server.URL}, strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(lines)
	failure := `"error":{"code":-32000,"message":"` + strings.TrimPrefix(server.URL, "http://") + ` has a fault (status 502)."}`
	if len(lines) != 4 || !strings.Contains(out.String(), failure) || !strings.Contains(out.String(), `"id":"c"`) || !slices.Contains(lines, `{"jsonrpc":"2.0","id":2,"result":{}}`) {
		t.Errorf("the client gets\n%s", out.String())
	}
	for _, want := range []string{
		"POST initialize session= version= method= name=",
		"POST notifications/initialized session=s1 version=2025-11-25 method= name=",
		"POST tools/list session=s1 version=2025-11-25 method= name=",
		"POST tools/call session=s1 version=2026-07-28 method=tools/call name=recall",
		"DELETE  session=s1 version=2025-11-25 method= name=",
	} {
		if !slices.Contains(seen, want) {
			t.Errorf("no request %q among\n%s", want, strings.Join(seen, "\n"))
		}
	}
}
