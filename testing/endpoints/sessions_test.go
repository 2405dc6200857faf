package endpoints_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/internal/fault"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// TestSessionBelongsToItsToken checks that a session belongs to its credential. To others it looks like an
// unknown id.
func TestSessionBelongsToItsToken(t *testing.T) {
	t.Parallel()
	s := shared(t)
	workspace := s.workspace()
	token := s.token(t, workspace, access.Writer)
	headers := s.begin(t, token)
	with := func(id string) []string { return append([]string{"Mcp-Session-Id", id}, headers[2:]...) }
	thieves := map[string]string{
		"the same workspace, another token": s.token(t, workspace, access.Writer),
		"more rights":                       s.token(t, workspace, access.Admin),
		"another workspace":                 s.admin(t),
	}
	for who, thief := range thieves {
		for method, body := range map[string]string{
			http.MethodPost: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_episode","arguments":{"query":"q","reward":0}}}`,
			http.MethodGet:  "", http.MethodDelete: "",
		} {
			got, unknown := s.send(t, thief, method, "/mcp", body, headers...), s.send(t, thief, method, "/mcp", body, with("nonsense")...)
			if got.status != http.StatusNotFound || string(got.body) != string(unknown.body) || !strings.Contains(string(got.body), "Session not found") {
				t.Errorf("%s: %s: %d %s, and of nobody's %s", who, method, got.status, got.body, unknown.body)
			}
		}
	}
	for _, id := range []string{"", " ", "../../etc/passwd", strings.Repeat("A", 10_000), headers[1] + "x", strings.ToLower(headers[1])} {
		if got := s.send(t, token, http.MethodPost, "/mcp", ping, with(id)...); got.status != http.StatusNotFound && got.status != http.StatusBadRequest {
			t.Errorf("%.50q: %d %s", id, got.status, got.body)
		}
	}
	s.send(t, token, http.MethodPost, "/mcp", ping, headers...).result(t, &struct{}{}) // the owner continues
	s.expectEpisodes(t, token, 0)
}

// TestEndedSession checks that the session and its stream are gone.
func TestEndedSession(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	headers := s.begin(t, token)
	stream := s.stream(t, token, headers)
	if got := s.send(t, token, http.MethodDelete, "/mcp", "", headers...); got.status != http.StatusNoContent {
		t.Fatalf("DELETE: %d %s", got.status, got.body)
	}
	stream.expectEnd(t, 5*time.Second)
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
		body := ping
		if method != http.MethodPost {
			body = ""
		}
		if got := s.send(t, token, method, "/mcp", body, headers...); got.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", method, got.status, got.body)
		}
	}
}

// stream is an open reply that the server may write to.
type stream struct{ closed chan struct{} }

func (s *server) stream(t *testing.T, token string, headers []string) stream {
	t.Helper()
	all := append(append([]string{}, headers...), "Accept", "text/event-stream")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return follow(t, s.open(ctx, t, token, http.MethodGet, "/mcp", nil, all...)) //nolint:bodyclose // follow does, at its end
}

func follow(t *testing.T, response *http.Response) stream {
	t.Helper()
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || kind != "text/event-stream" {
		t.Fatalf("no stream: %d %s %s", response.StatusCode, kind, read(t, response).body)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		defer func() { _ = response.Body.Close() }()
		for lines := bufio.NewScanner(response.Body); lines.Scan(); { //nolint:revive // what it says is no matter
		}
	}()
	return stream{closed}
}

// expectEnd expects the end of the stream within a time that suits a slow machine.
func (s stream) expectEnd(t *testing.T, within time.Duration) {
	t.Helper()
	select {
	case <-s.closed:
	case <-time.After(within):
		t.Error("the stream stays open")
	}
}

func (s stream) open() bool {
	select {
	case <-s.closed:
		return false
	default:
		return true
	}
}

// TestRevokedTokenEndsStreams checks that the next request is rejected and open streams end.
func TestRevokedTokenEndsStreams(t *testing.T) {
	t.Parallel()
	s := shared(t)
	workspace := s.workspace()
	name, token := s.namedToken(t, workspace, access.Writer)
	stays := s.token(t, workspace, access.Writer)
	headers := s.begin(t, token)
	open, other := s.stream(t, token, headers), s.stream(t, stays, s.begin(t, stays))
	s.send(t, token, http.MethodPost, "/mcp", ping, headers...).result(t, &struct{}{})
	s.revoke(t, name)
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_episode","arguments":{"query":"q","reward":0}}}`
	s.send(t, token, http.MethodPost, "/mcp", call, headers...).refused(t, http.StatusUnauthorized, fault.Unauthenticated, "revoked")
	s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode).refused(t, http.StatusUnauthorized, fault.Unauthenticated, "revoked")
	open.expectEnd(t, 10*time.Second)
	if !other.open() {
		t.Error("the stream of another token ended")
	}
	s.expectEpisodes(t, stays, 0)
}

// TestExpiredTokenEndsStreams checks the same for an expired token.
func TestExpiredTokenEndsStreams(t *testing.T) {
	t.Parallel()
	s := shared(t)
	token := s.shortLived(t, 3*time.Second)
	open := s.stream(t, token, s.begin(t, token))
	open.expectEnd(t, 20*time.Second)
	s.send(t, token, http.MethodGet, "/api/v1/episodes", "").refused(t, http.StatusUnauthorized, fault.Unauthenticated, "expired")
}
