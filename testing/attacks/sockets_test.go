package attacks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

const handshake = "/socket.io/?EIO=4&transport=polling"

// socket opens a socket by long polling and returns the reply to its token.
func (s *server) socket(ctx context.Context, token string) (string, error) {
	got, err := s.do(ctx, http.MethodGet, handshake, "", nil)
	if err != nil || got.status != http.StatusOK {
		return string(got.body), err
	}
	var session struct{ Sid string }
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(got.body), "0")), &session); err != nil {
		return "", fmt.Errorf("%s: %w", got.body, err)
	}
	if _, err := s.do(ctx, http.MethodPost, handshake+"&sid="+session.Sid, "", []byte(`40{"token":"`+token+`"}`)); err != nil {
		return "", err
	}
	got, err = s.do(ctx, http.MethodGet, handshake+"&sid="+session.Sid, "", nil)
	return string(got.body), err
}

// TestHandshakesWithoutTokenDoNotBlockOthers makes more handshakes without a token than the limit. Live
// events must stay available to others.
func TestHandshakesWithoutTokenDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "victim", access.Reader)
		for range 4200 {
			s.must(t, http.StatusOK, http.MethodGet, handshake, "", "")
		}
		if answer, err := s.socket(t.Context(), token); err != nil || !strings.HasPrefix(answer, `40{"sid"`) {
			t.Errorf("%s %v", answer, err)
		}
		// Sockets that send no token in time close by themselves. This is the smallest number among so many.
		if ended := s.refusals(t, token, "pending_sockets"); ended < 2000 {
			t.Errorf("%d sockets made room, want at least 2000", ended)
		}
		s.checkPeakMemory(t, 200<<20)
		s.checkAlive(t)
	})
}

// TestSocketsOfOneTokenAreLimited checks that one token has a share of the sockets, and that others can
// connect.
func TestSocketsOfOneTokenAreLimited(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir(), "--max-streams", "40")
		token, hostile := s.token(t, "victim", access.Reader), s.token(t, "hostile", access.Reader)
		admitted := 0
		for range 45 {
			answer, err := s.socket(t.Context(), hostile)
			switch {
			case err != nil:
				t.Fatal(err)
			case strings.HasPrefix(answer, `40{"sid"`):
				admitted++
			case !strings.Contains(answer, "this client has 10 sockets open, which is the limit"):
				t.Fatal(answer)
			}
		}
		if admitted != 10 {
			t.Errorf("%d were admitted", admitted)
		}
		if answer, err := s.socket(t.Context(), token); err != nil || !strings.HasPrefix(answer, `40{"sid"`) {
			t.Errorf("%s %v", answer, err)
		}
	})
}

// TestStreamsOfOneTokenAreLimited checks that one token has a share of the MCP streams, and that others can
// connect.
func TestStreamsOfOneTokenAreLimited(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir(), "--max-streams", "40")
		token, hostile := s.token(t, "victim", access.Reader), s.token(t, "hostile", access.Reader)
		if n := s.streams(t, hostile, 45); n != 10 {
			t.Errorf("one token has %d streams", n)
		}
		if n := s.streams(t, token, 1); n != 1 {
			t.Error("another token has none")
		}
	})
}

// streams opens MCP streams without reading them, and counts the accepted ones.
func (s *server) streams(t *testing.T, token string, count int) int {
	t.Helper()
	session := s.must(t, http.StatusOK, http.MethodPost, "/mcp", token, initialize(`{"name":"x","version":"1"}`, `{}`)).header.Get("Mcp-Session-Id")
	var open atomic.Int64
	all := waited(t)
	for range count { // at once, because each refused one waits for a second
		all.Go(func() {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/mcp", nil)
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Authorization", "Bearer "+token)
			r.Header.Set("Accept", "text/event-stream")
			r.Header.Set("Mcp-Session-Id", session)
			response, err := s.clients.of(token).Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { _ = response.Body.Close() })
			if response.StatusCode == http.StatusOK {
				open.Add(1)
			}
		})
	}
	all.Wait()
	return int(open.Load())
}

// TestWrongTokensDoNotFillLog checks that clients without a token cannot fill the disk with log lines.
func TestWrongTokensDoNotFillLog(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "victim", access.Reader)
		before := len(s.Log.String())
		const tries = 2000
		for range tries {
			s.must(t, http.StatusUnauthorized, http.MethodGet, "/api/v1/episodes/"+strings.Repeat("x", 1000), "wrong", "")
		}
		if written := len(s.Log.String()) - before; written > tries*20 {
			t.Errorf("%d wrong tokens wrote %d bytes", tries, written)
		}
		metrics := string(s.must(t, http.StatusOK, http.MethodGet, "/metrics", token, "").body)
		if want := fmt.Sprintf("plotline_http_refusals_total{reason=\"token\"} %d\n", tries); !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s", want)
		}
	})
}
