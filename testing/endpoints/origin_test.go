package endpoints_test

import (
	"net/http"
	"strings"
	"testing"

	"plotline/internal/fault"
)

const anEpisode = `{"query":"q","reward":0}`

// TestForeignOriginsAreRejected checks that a page of another site can call nothing with any method, even
// where the browser would hide the reply.
func TestForeignOriginsAreRejected(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	_, port, _ := strings.Cut(s.host, ":")
	for _, origin := range []string{
		"https://example.org", "null", "http://localhost", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:" + port,
		s.url + ".example.org", "file://", "chrome-extension://abcdef", "nonsense", "http://",
	} {
		for _, path := range []string{"/api/v1/episodes", "/mcp"} {
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodHead, http.MethodDelete, http.MethodOptions} {
				got := s.send(t, token, method, path, anEpisode, "Origin", origin)
				if method == http.MethodHead {
					if got.status != http.StatusForbidden {
						t.Errorf("%s: %d", origin, got.status)
					}
					continue
				}
				got.refused(t, http.StatusForbidden, fault.PermissionDenied, "--cors-origin")
				if allowed := got.header.Get("Access-Control-Allow-Origin"); allowed != "" {
					t.Errorf("%s is allowed %s", origin, allowed)
				}
			}
		}
	}
	for _, site := range []string{"cross-site", "same-site", "nonsense"} { // without an Origin: a form in an old browser
		s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode, "Sec-Fetch-Site", site).
			refused(t, http.StatusForbidden, fault.PermissionDenied, "--cors-origin")
		s.send(t, token, http.MethodPost, "/mcp", initializeMessage, "Sec-Fetch-Site", site).
			refused(t, http.StatusForbidden, fault.PermissionDenied, "--cors-origin")
	}
	s.expectEpisodes(t, token, 0)
}

// TestOwnOriginsAreAccepted checks that Plotline's own pages and clients that are no browsers are accepted.
func TestOwnOriginsAreAccepted(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode, "Origin", s.url).ok(t)
	s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode, "Origin", s.url, "Sec-Fetch-Site", "same-origin").ok(t)
	s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode, "Sec-Fetch-Site", "same-origin").ok(t)
	s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode, "Sec-Fetch-Site", "none").ok(t)
	s.send(t, token, http.MethodGet, "/api/v1/episodes", "", "Origin", s.url).ok(t)
	s.expectEpisodes(t, token, 4)
}

// TestAllowedOrigins checks that --cors-origin admits a page and lets its browser read replies.
func TestAllowedOrigins(t *testing.T) {
	t.Parallel()
	s := start(t, "--cors-origin", "https://example.org", "--cors-origin", "http://localhost:5173")
	token := s.admin(t)
	for _, origin := range []string{"https://example.org", "http://localhost:5173"} {
		got := s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode, "Origin", origin, "Sec-Fetch-Site", "cross-site")
		got.ok(t)
		if got.header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(strings.Join(got.header.Values("Vary"), ","), "Origin") ||
			!strings.Contains(got.header.Get("Access-Control-Expose-Headers"), "X-Request-Id") {
			t.Errorf("%s: %v", origin, got.header)
		}
		// Errors too, so that the page can show them.
		got = s.send(t, "", http.MethodGet, "/api/v1/episodes", "", "Origin", origin)
		got.refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
		if got.header.Get("Access-Control-Allow-Origin") != origin {
			t.Errorf("%s may not read why: %v", origin, got.header)
		}
		s.preflight(t, origin, true)
	}
	for _, origin := range []string{"https://example.org.evil", "http://example.org", "https://example.org:444", "null", "https://EXAMPLE.org.x"} {
		s.preflight(t, origin, false)
		got := s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode, "Origin", origin)
		got.refused(t, http.StatusForbidden, fault.PermissionDenied, "--cors-origin")
		if allowed := got.header.Get("Access-Control-Allow-Origin"); allowed != "" {
			t.Errorf("%s is allowed %s", origin, allowed)
		}
	}
	s.expectEpisodes(t, token, 2)
}

// preflight sends the request that a browser sends first, without a token.
func (s *server) preflight(t *testing.T, origin string, allowed bool) {
	t.Helper()
	for _, path := range []string{"/api/v1/episodes", "/mcp"} {
		got := s.send(t, "", http.MethodOptions, path, "", "Origin", origin,
			"Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "authorization,content-type")
		origins, methods, headers := got.header.Get("Access-Control-Allow-Origin"),
			got.header.Get("Access-Control-Allow-Methods"), got.header.Get("Access-Control-Allow-Headers")
		if !allowed {
			if origins != "" {
				t.Errorf("%s: %d %v", origin, got.status, got.header)
			}
			continue
		}
		if got.status != http.StatusNoContent || origins != origin || !strings.Contains(methods, "PATCH") ||
			!strings.Contains(headers, "Authorization") || !strings.Contains(headers, "Mcp-Session-Id") {
			t.Errorf("%s: %d %v", origin, got.status, got.header)
		}
	}
}
