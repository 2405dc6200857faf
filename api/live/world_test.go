package live_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"plotline/api/live"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
)

// TestMain detects leaked goroutines. The library's timers end by themselves within 30 seconds.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/zishang520/socket.io/v3/pkg/utils.SetTimeout.func1"))
}

// site is a server with live events on a real socket.
type site struct {
	*live.Server

	t   *testing.T
	url string
}

// start serves up to the given number of connections. A token is "workspace role".
func start(t *testing.T, connections int) site {
	t.Helper()
	return startServer(t, live.Config{Authenticate: authenticate, Connections: connections})
}

func startServer(t *testing.T, cfg live.Config, listening ...func(workspace string, listening bool) <-chan struct{}) site {
	t.Helper()
	events := live.New(slog.New(slog.NewTextHandler(t.Output(), nil)))
	for _, hear := range listening {
		events.OnListening(hear)
	}
	serve := events.Handler(cfg)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := serve(w, r)
		switch {
		case errors.Is(err, live.ErrFull):
			http.Error(w, err.Error(), http.StatusTooManyRequests)
		case err != nil:
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	}))
	t.Cleanup(func() {
		events.Close()
		server.Close()
	})
	return site{events, t, server.URL}
}

// authenticate accepts every workspace that a client names, but for "forbidden".
func authenticate(r *http.Request, auth live.Auth) (live.Owner, error) {
	token := auth.Token
	workspace, role, _ := strings.Cut(token, " ")
	if auth.Workspace != "" {
		workspace = auth.Workspace
	}
	switch {
	case r.RemoteAddr == "":
		return live.Owner{}, errors.New("no request")
	case token == "":
		return live.Owner{}, fault.New(fault.Unauthenticated, "no token").With("secret", "of the log")
	case workspace == "forbidden":
		return live.Owner{}, fault.New(fault.PermissionDenied, "not this one").With("workspaces", []string{"a"})
	case workspace == "broken":
		return live.Owner{}, errors.New("disk on fire")
	}
	return live.Owner{Caller: audit.Caller{Workspace: workspace, Role: access.Role(role)}, Credential: token}, nil
}

// poller speaks Engine.IO by long polling, one request at a time.
type poller struct {
	t   *testing.T
	url string // includes the session id
}

// handshake opens a connection.
func (s site) handshake() poller {
	s.t.Helper()
	p := poller{s.t, s.url + "/?EIO=4&transport=polling"}
	status, body := p.poll()
	var open struct{ Sid string }
	if status != http.StatusOK || !strings.HasPrefix(body, "0") || json.Unmarshal([]byte(body[1:]), &open) != nil {
		s.t.Fatalf("%d %s", status, body)
	}
	p.url += "&sid=" + open.Sid
	return p
}

// connect opens a connection and sends a token, which must be valid.
func (s site) connect(token string) poller {
	s.t.Helper()
	p := s.handshake()
	if answer := p.name(token); !strings.HasPrefix(answer, `40{"sid":`) {
		s.t.Fatalf("%s: %s", token, answer)
	}
	return p
}

// name connects a socket with a token and returns the response.
func (p poller) name(token string) string {
	p.t.Helper()
	auth, _ := json.Marshal(map[string]any{"token": token})
	p.say("40" + string(auth))
	return p.hear()
}

// hear waits for the next packet.
func (p poller) hear() string {
	p.t.Helper()
	status, body := p.poll()
	if status != http.StatusOK {
		p.t.Fatalf("%d %s", status, body)
	}
	return body
}

// receives checks the next packet.
func (p poller) receives(want string) {
	p.t.Helper()
	if got := p.hear(); got != want {
		p.t.Errorf("got %s, want %s", got, want)
	}
}

func (p poller) poll() (status int, body string) {
	p.t.Helper()
	return p.do(http.MethodGet, "")
}

func (p poller) say(packet string) {
	p.t.Helper()
	if status, body := p.do(http.MethodPost, packet); status != http.StatusOK {
		p.t.Fatalf("%d %s", status, body)
	}
}

func (p poller) send(method, packet string) (*http.Response, error) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url, bytes.NewReader([]byte(packet)))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Close = true // an idle connection would look like a leak
	return http.DefaultClient.Do(r)
}

// push sends a packet that may be too large. The connection may then end before all of it is sent.
func (p poller) push(packet string) {
	p.t.Helper()
	if response, err := p.send(http.MethodPost, packet); err == nil {
		_ = response.Body.Close()
	}
}

func (p poller) do(method, packet string) (status int, body string) {
	p.t.Helper()
	response, err := p.send(method, packet)
	if err != nil {
		p.t.Error(err)
		return 0, ""
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Error(err)
	}
	return response.StatusCode, string(raw)
}
