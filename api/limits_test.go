package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plotline/api"
	"plotline/api/live"
	"plotline/internal/audit"
)

// site starts a server on a real socket, because deadlines need a connection.
func site(t *testing.T, cfg api.Config, limits api.Limits) string {
	t.Helper()
	cfg.Limits = limits
	server := httptest.NewServer(api.New(cfg).Handler())
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// line is one client connection with a reader for its responses.
type line struct {
	t *testing.T
	net.Conn

	in *bufio.Reader
}

func connect(t *testing.T, host string) line {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	return line{t, conn, bufio.NewReader(conn)}
}

// say sends a request with the given part of its body.
func (l line) say(method, path string, length int, body string, headers ...string) {
	l.t.Helper()
	head := strings.Join(append(headers, "Host: localhost", "Content-Type: application/json"), "\r\n")
	_, _ = fmt.Fprintf(l, "%s %s HTTP/1.1\r\n%s\r\nContent-Length: %d\r\n\r\n%s", method, path, head, length, body)
}

// answered is one response.
type answered struct {
	status int
	header http.Header
	body   string
	last   bool // the server closed the connection
}

func (l line) answer(method string) answered {
	l.t.Helper()
	response, err := http.ReadResponse(l.in, &http.Request{Method: method})
	if err != nil {
		l.t.Fatalf("no answer: %v", err)
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return answered{response.StatusCode, response.Header, string(raw), response.Close}
}

// demand reads a response and checks that it has the status and contains the body.
func (l line) demand(method string, status int, body string) {
	l.t.Helper()
	if got := l.answer(method); got.status != status || !strings.Contains(got.body, body) {
		l.t.Errorf("got %d %s, want %d", got.status, got.body, status)
	}
}

const episode = `{"query":"q","reward":0}`

// stuck makes a use case block until the test closes letGo.
func stuck(cfg api.Config, name string, begun chan<- struct{}, letGo <-chan struct{}) api.Config {
	for i, u := range cfg.UseCases {
		if u.Name == name {
			call := u.Call
			cfg.UseCases[i].Call = func(ctx context.Context, by audit.Caller, args json.RawMessage) (any, error) {
				begun <- struct{}{}
				<-letGo
				return call(ctx, by, args)
			}
		}
	}
	return cfg
}

func TestBodyTimeout(t *testing.T) {
	t.Parallel()
	begun, letGo := make(chan struct{}, 1), make(chan struct{})
	host := site(t, stuck(config(t), "recall", begun, letGo), api.Limits{BodyTime: 100 * time.Millisecond})
	l := connect(t, host)
	l.say(http.MethodPost, "/api/v1/episodes", len(episode), episode[:5])
	if got := l.answer(http.MethodPost); got.status != http.StatusRequestTimeout || !strings.Contains(got.body, "did not arrive within 100ms") || !got.last {
		t.Errorf("%+v", got)
	}
	l = connect(t, host) // a request that arrived in time may run longer than its body's deadline
	const question = `{"query":"cake"}`
	l.say(http.MethodPost, "/api/v1/recall", len(question), question)
	<-begun
	time.Sleep(200 * time.Millisecond)
	close(letGo)
	l.demand(http.MethodPost, http.StatusOK, "")
	l.say(http.MethodPost, "/api/v1/episodes", len(episode), episode)
	l.demand(http.MethodPost, http.StatusCreated, "")
	time.Sleep(200 * time.Millisecond) // the connection stays open
	l.say(http.MethodGet, "/api/v1/episodes", 0, "")
	l.demand(http.MethodGet, http.StatusOK, `"total_count":1`)
}

// TestSlowBodiesNeedNoSlot checks that clients with an incomplete body do not occupy the only running slot.
func TestSlowBodiesNeedNoSlot(t *testing.T) {
	t.Parallel()
	host := site(t, config(t), api.Limits{Running: 1})
	slow := make([]line, 5)
	for i := range slow {
		slow[i] = connect(t, host)
		slow[i].say(http.MethodPost, "/api/v1/episodes", len(episode), episode[:1])
	}
	other := connect(t, host)
	other.say(http.MethodPost, "/api/v1/episodes", len(episode), episode)
	other.demand(http.MethodPost, http.StatusCreated, "")
	for _, l := range slow {
		_, _ = io.WriteString(l, episode[1:])
		l.demand(http.MethodPost, http.StatusCreated, "")
	}
}

// TestBodiesShareMemoryLimit checks that large bodies wait for each other's memory and that small bodies do
// not.
func TestBodiesShareMemoryLimit(t *testing.T) {
	t.Parallel()
	begun, letGo := make(chan struct{}, 1), make(chan struct{})
	const size = 100 << 10
	host := site(t, stuck(config(t), "create_episodes", begun, letGo), api.Limits{Body: size, Bodies: size, BodyTime: 300 * time.Millisecond})
	first, second := connect(t, host), connect(t, host)
	many := `{"episodes":[` + episode + `]` + strings.Repeat(" ", size-len(episode)-15) + `}`
	large := episode + strings.Repeat(" ", size-len(episode))
	first.say(http.MethodPost, "/api/v1/episodes/batch", len(many), many)
	<-begun
	second.say(http.MethodPost, "/api/v1/episodes", len(large), "")
	if got := second.answer(http.MethodPost); got.status != http.StatusTooManyRequests ||
		!strings.Contains(got.body, `"code":"rate_limited"`) || got.header.Get("Retry-After") != "1" {
		t.Errorf("%+v", got)
	}
	third := connect(t, host)
	third.say(http.MethodPost, "/api/v1/episodes", len(episode), episode)
	third.demand(http.MethodPost, http.StatusCreated, "")
	close(letGo)
	first.demand(http.MethodPost, http.StatusCreated, "")
	for range 10 { // all memory is returned
		third.say(http.MethodPost, "/api/v1/episodes", len(large), large)
		third.demand(http.MethodPost, http.StatusCreated, "")
	}
}

// TestRejectedRequestWithoutBodyIsClosed checks that a rejected request whose body has not arrived loses its connection.
// If the body has arrived, the connection stays open.
func TestRejectedRequestWithoutBodyIsClosed(t *testing.T) {
	t.Parallel()
	cfg, _, _ := withTokens(t, config(t))
	cfg.Live = live.New(cfg.Logger)
	t.Cleanup(cfg.Live.Close)
	host := site(t, cfg, api.Limits{})
	for _, path := range []string{"/api/v1/episodes", "/nowhere", "/livez"} {
		l := connect(t, host)
		l.say(http.MethodPost, path, 1000, "")
		if got := l.answer(http.MethodPost); got.status < 400 || !got.last {
			t.Errorf("%s: %+v", path, got)
		}
		if n, err := l.in.Read(make([]byte, 1)); n > 0 || err == nil {
			t.Errorf("%s: the connection is open", path)
		}
		l = connect(t, host)
		for range 2 {
			l.say(http.MethodPost, path, len(episode), episode)
			if got := l.answer(http.MethodPost); got.status < 400 || got.last {
				t.Errorf("%s: %+v", path, got)
			}
		}
	}
}

// TestConcurrentRequestsAreLimited checks that a request without a free slot gets Retry-After, whatever it accepts.
func TestConcurrentRequestsAreLimited(t *testing.T) {
	t.Parallel()
	begun, letGo := make(chan struct{}, 1), make(chan struct{})
	host := site(t, stuck(config(t), "list_episodes", begun, letGo), api.Limits{Running: 1})
	first := connect(t, host)
	first.say(http.MethodGet, "/api/v1/episodes", 0, "")
	<-begun
	for _, accept := range []string{"*/*", "text/event-stream"} {
		other := connect(t, host)
		other.say(http.MethodGet, "/api/v1/graph", 0, "", "Accept: "+accept)
		if got := other.answer(http.MethodGet); got.status != http.StatusTooManyRequests ||
			got.header.Get("Retry-After") != "1" || !strings.Contains(got.body, "the server is busy") {
			t.Errorf("%s: %+v", accept, got)
		}
	}
	close(letGo)
	first.demand(http.MethodGet, http.StatusOK, "")
}

// TestStreamsHaveTheirOwnLimit checks that streams and other requests do not block each other.
func TestStreamsHaveTheirOwnLimit(t *testing.T) {
	t.Parallel()
	begun, letGo := make(chan struct{}), make(chan struct{})
	cfg := config(t)
	cfg.MCP = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		begun <- struct{}{}
		<-letGo
	})
	host := site(t, cfg, api.Limits{Running: 1, Streams: 2})
	listening := connect(t, host)
	listening.say(http.MethodGet, "/mcp", 0, "", "Accept: text/event-stream")
	<-begun
	asking := connect(t, host) // a response that turns into a stream changes its slot
	asking.say(http.MethodPost, "/mcp", 2, "{}")
	<-begun
	third := connect(t, host)
	third.say(http.MethodGet, "/mcp", 0, "", "Accept: text/event-stream")
	third.demand(http.MethodGet, http.StatusTooManyRequests, "")
	working := connect(t, host)
	working.say(http.MethodGet, "/api/v1/episodes", 0, "")
	working.demand(http.MethodGet, http.StatusOK, "")
	close(letGo)
}

// TestEachResponseHasItsOwnTimeLimit checks that each request on a connection has its own write deadline.
func TestEachResponseHasItsOwnTimeLimit(t *testing.T) {
	t.Parallel()
	l := connect(t, site(t, config(t), api.Limits{AnswerTime: 100 * time.Millisecond}))
	for _, path := range []string{"/api/v1/episodes", "/livez", "/nowhere", "/api/openapi.json", "/metrics", "/api/v1/episodes"} {
		l.say(http.MethodGet, path, 0, "")
		if got := l.answer(http.MethodGet); (got.status != http.StatusOK) != (path == "/nowhere") {
			t.Errorf("%s: %+v", path, got)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// TestSlowReaderIsDisconnected checks that the server disconnects a client that does not read.
func TestSlowReaderIsDisconnected(t *testing.T) {
	t.Parallel()
	l := connect(t, site(t, config(t), api.Limits{AnswerTime: 100 * time.Millisecond}))
	if tcp, ok := l.Conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4096)
	}
	ended := make(chan struct{})
	go func() { // more responses than the socket buffers hold
		defer close(ended)
		for {
			if _, err := io.WriteString(l, "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
				return
			}
		}
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the server waits for ever")
	}
}
