package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// site is an HTTPHandler on a real socket, and a client for it.
type site struct {
	t        testing.TB
	endpoint *streamhttp.Handler
	url      string
	client   *http.Client
}

type whoKey struct{}

// serve starts a site. The credential of a request is its header Who.
func serve(tb testing.TB, s *tools.Server, cfg streamhttp.Config) *site {
	tb.Helper()
	cfg.Credential = func(ctx context.Context) string {
		who, _ := ctx.Value(whoKey{}).(string)
		return who
	}
	endpoint := s.HTTP(cfg)
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endpoint.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), whoKey{}, r.Header.Get("Who"))))
	}))
	pool := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 256}
	tb.Cleanup(func() {
		pool.CloseIdleConnections()
		endpoint.Close()
		listener.Close()
	})
	return &site{t: tb, endpoint: endpoint, url: listener.URL, client: &http.Client{Transport: pool}}
}

// replied is an answer over HTTP.
type replied struct {
	status int
	header http.Header
	body   string
}

// open sends a request and leaves the body unread. Headers are pairs of name and value; those with an empty value are
// left out.
func (s *site) open(ctx context.Context, method string, body io.Reader, headers ...string) *http.Response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, s.url, body)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		if req.Header.Set(headers[i], headers[i+1]); headers[i+1] == "" {
			req.Header.Del(headers[i])
		}
	}
	response, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	return response
}

func (s *site) send(method, body string, headers ...string) replied {
	s.t.Helper()
	response := s.open(s.t.Context(), method, strings.NewReader(body), headers...)
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return replied{response.StatusCode, response.Header, strings.TrimSuffix(string(raw), "\n")}
}

// begin begins a session and returns its headers.
func (s *site) begin(headers ...string) []string {
	s.t.Helper()
	return s.beginWith(hello, headers...)
}

func (s *site) beginWith(hello string, headers ...string) []string {
	s.t.Helper()
	r := s.send(http.MethodPost, hello, headers...)
	id := r.header.Get("Mcp-Session-Id")
	if r.status != http.StatusOK || id == "" {
		s.t.Fatalf("initialize: %+v", r)
	}
	headers = append(headers, "Mcp-Session-Id", id, "Mcp-Protocol-Version", "2025-11-25")
	if r := s.send(http.MethodPost, helloed, headers...); r.status != http.StatusAccepted || r.body != "" {
		s.t.Fatalf("initialized: %+v", r)
	}
	return headers
}

// modernMeta is in every request of the newest protocol.
const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

func modernHeaders(method, name string) []string {
	return []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", name}
}

// eras are the protocol versions with which tools are called over HTTP.
func eras() []string { return []string{"2025-11-25", "2026-07-28"} }

// caller returns a function that calls tools over HTTP with a protocol version.
func (s *site) caller(era string, headers ...string) func(tool, params string) replied {
	if era == "2025-11-25" {
		headers = s.begin(headers...)
		return func(tool, params string) replied {
			return s.send(http.MethodPost, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q%s}}`, tool, params), headers...)
		}
	}
	return func(tool, params string) replied {
		meta := modernMeta
		if own, rest, ok := strings.Cut(params, `,"_meta":{`); ok {
			meta, params = strings.Replace(modernMeta, "{", "{"+strings.TrimSuffix(rest, "}")+",", 1), own
		}
		return s.send(http.MethodPost, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q%s,%s}}`, tool, params, meta),
			append(headers, modernHeaders("tools/call", tool)...)...)
	}
}

// called decodes the result of a call.
func (r replied) called(tb testing.TB) called {
	tb.Helper()
	var answer struct {
		Result *called `json:"result"`
	}
	if json.Unmarshal([]byte(r.body), &answer) != nil || answer.Result == nil {
		tb.Fatalf("%.2000s", r.body)
	}
	return *answer.Result
}

// events returns the messages of a stream that has ended.
func (r replied) events(tb testing.TB) []string {
	tb.Helper()
	if kind := r.header.Get("Content-Type"); kind != "text/event-stream" {
		tb.Fatalf("%s, no stream", kind)
	}
	var all []string
	for line := range strings.Lines(r.body) {
		if data, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "data: "); ok {
			all = append(all, data)
		}
	}
	return all
}
