package api_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/api"
	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/internal/audit"
)

const handshake = "/socket.io/?EIO=4&transport=polling"

// sockets is a server with live events.
type sockets struct {
	t      *testing.T
	events *live.Server
	url    string
}

func serveSockets(t *testing.T, cfg api.Config) sockets {
	t.Helper()
	cfg.Live = live.New(cfg.Logger)
	server := httptest.NewServer(api.New(cfg).Handler())
	t.Cleanup(func() {
		cfg.Live.Close()
		server.Close()
	})
	return sockets{t, cfg.Live, server.URL}
}

// withTokens writes a tokens file with one token per role, for the workspace "test".
func withTokens(t *testing.T, cfg api.Config) (with api.Config, path string, secrets map[access.Role]string) {
	t.Helper()
	path, secrets = filepath.Join(t.TempDir(), "tokens.json"), map[access.Role]string{}
	for _, role := range access.Roles() {
		_, secret, err := tokens.Create(t.Context(), path, tokens.Request{Name: string(role), Role: role, Workspace: "test"})
		if err != nil {
			t.Fatal(err)
		}
		secrets[role] = secret
	}
	file, err := tokens.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Tokens, cfg.Open = file, audit.Caller{}
	return cfg, path, secrets
}

// send sends an Engine.IO request. A header is "Name: value".
func (s sockets) send(method, target, body string, headers ...string) answered {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+target, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answered{response.StatusCode, response.Header, string(raw), response.Close}
}

// open opens a connection and returns the target of its polls.
func (s sockets) open(headers ...string) string {
	s.t.Helper()
	got := s.send(http.MethodGet, handshake, "", headers...)
	var session struct{ Sid string }
	if got.status != http.StatusOK || json.Unmarshal([]byte(strings.TrimPrefix(got.body, "0")), &session) != nil {
		s.t.Fatalf("%+v", got)
	}
	return handshake + "&sid=" + session.Sid
}

// name connects a socket with a token and returns the response.
func (s sockets) name(polls, token string) string {
	s.t.Helper()
	s.send(http.MethodPost, polls, `40{"token":"`+token+`"}`)
	return s.send(http.MethodGet, polls, "").body
}

// TestSocketHostAndOrigin checks Host and Origin on every request of a socket.
func TestSocketHostAndOrigin(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Origins = []string{"https://allowed.example"}
	s := serveSockets(t, cfg)
	polls := s.open()
	for _, target := range []string{handshake, polls} {
		for _, header := range []string{
			"Host: evil.example", "Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
		} {
			got := s.send(http.MethodGet, target, "", header)
			if got.status != http.StatusForbidden || !strings.Contains(got.body, `"code":"permission_denied"`) ||
				got.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s, %s: %+v", target, header, got)
			}
		}
	}
	for origin, readable := range map[string]string{"https://allowed.example": "https://allowed.example", s.url: ""} {
		got := s.send(http.MethodGet, handshake, "", "Origin: "+origin)
		if got.status != http.StatusOK || got.header.Get("Access-Control-Allow-Origin") != readable {
			t.Errorf("%s: %+v", origin, got)
		}
	}
	if got := s.send(http.MethodDelete, polls, ""); got.status != http.StatusMethodNotAllowed {
		t.Errorf("%+v", got)
	}
}

// TestSocketTokens checks that sockets get the same token errors as other requests.
func TestSocketTokens(t *testing.T) {
	t.Parallel()
	cfg, path, secrets := withTokens(t, config(t))
	s := serveSockets(t, cfg)
	wrong := "plotline_abcdefgh_" + strings.Repeat("A", 43)
	for token, want := range map[string]string{
		"":    `"message":"this server requires a token; send it in the socket's auth, {token}"`,
		"x":   `"message":"the token is unknown, revoked or expired; ask for another"`,
		wrong: `"code":"unauthenticated"`,
	} {
		if answer := s.name(s.open(), token); !strings.HasPrefix(answer, "44{") || !strings.Contains(answer, want) {
			t.Errorf("%q: %s", token, answer)
		}
	}
	for role, token := range secrets {
		if answer := s.name(s.open(), token); !strings.HasPrefix(answer, `40{"sid"`) {
			t.Errorf("%s: %s", role, answer)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if answer := s.name(s.open(), secrets[access.Admin]); !strings.Contains(answer, `"code":"unavailable"`) || strings.Contains(answer, path) {
		t.Error(answer)
	}
}

// TestReadOnlyIsNotAsked checks that a read-only server asks no socket, whatever its token.
func TestReadOnlyIsNotAsked(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withTokens(t, config(t))
	cfg.ReadOnly = true
	s := serveSockets(t, cfg)
	polls := s.open()
	s.name(polls, secrets[access.Admin])
	if _, err := s.events.Ask(t.Context(), "test", "question", nil); !errors.Is(err, live.ErrNobody) {
		t.Error(err)
	}
}

// TestWaitingPollNeedsNoSlot checks that a poll needs no running slot and has no answer deadline.
func TestWaitingPollNeedsNoSlot(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Limits = api.Limits{Running: 1, AnswerTime: 50 * time.Millisecond, BodyTime: 50 * time.Millisecond}
	s := serveSockets(t, cfg)
	polls := s.open()
	s.name(polls, "")
	received := make(chan string)
	go func() {
		received <- s.send(http.MethodGet, polls, "").body
	}()
	for range 3 {
		if got := s.send(http.MethodGet, "/api/v1/episodes", ""); got.status != http.StatusOK {
			t.Errorf("%+v", got)
		}
		time.Sleep(50 * time.Millisecond) // longer than AnswerTime
	}
	s.events.Broadcast("test", "news", struct{}{})
	if got := <-received; got != `42["news",{}]` {
		t.Error(got)
	}
	if got := s.send(http.MethodGet, "/metrics", ""); !strings.Contains(got.body, "plotline_live_sockets 1\n") {
		t.Error(got.body)
	}
}

// TestSocketLimits checks the limits on connections, request rate and body size.
func TestSocketLimits(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Limits = api.Limits{Streams: 1, Rate: 20}
	s := serveSockets(t, cfg)
	polls := s.open()
	if got := s.send(http.MethodPost, polls, "4"+strings.Repeat("x", 8<<10)); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("without a token: %+v", got)
	}
	if answer := s.name(polls, ""); !strings.HasPrefix(answer, `40{"sid"`) {
		t.Error(answer)
	}
	got := answered{body: s.name(s.open(), "")}
	if !strings.Contains(got.body, `"code":"rate_limited"`) {
		t.Errorf("%+v", got)
	}
	if got := s.send(http.MethodPost, polls, "4"+strings.Repeat("x", 64<<10)); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("%+v", got)
	}
	for range 100 {
		if got = s.send(http.MethodPost, polls, "6"); strings.Contains(got.body, "more than 20 requests per second") {
			return
		}
	}
	t.Errorf("nobody was refused: %+v", got)
}
