package endpoints_test

import (
	"net/http"
	"os"
	"testing"
	"time"

	"plotline/api/tokens"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/fault"
)

func (s *server) shortLived(t *testing.T, lasts time.Duration) string {
	t.Helper()
	end := time.Now().Add(lasts)
	_, secret, err := tokens.Create(t.Context(), s.tokens, tokens.Request{
		Name: graphtest.Workspace(), Role: access.Reader, Workspace: graphtest.Workspace(), ExpiresAt: &end,
	})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// TestDamagedTokensFileRejectsAll checks that nobody gets access and streams end while the file cannot be
// trusted. Once repaired, it is used at once, without a restart.
func TestDamagedTokensFileRejectsAll(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.admin(t)
	good, err := os.ReadFile(s.tokens)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string, mode os.FileMode) {
		if err := os.WriteFile(s.tokens, []byte(text), mode); err != nil { //nolint:gosec // a file of the test's own
			t.Fatal(err)
		}
		if err := os.Chmod(s.tokens, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, spoil := range map[string]func(){
		"deleted":        func() { _ = os.Remove(s.tokens) },
		"emptied":        func() { write("", 0o600) },
		"corrupt":        func() { write(string(good)[:len(good)-5], 0o600) },
		"open to others": func() { write(string(good), 0o644) },
		"a later form":   func() { write(`{"version":3,"tokens":[]}`, 0o600) },
	} {
		headers := s.begin(t, token)
		open := s.stream(t, token, headers)
		spoil()
		const why = "the server cannot read its tokens"
		for range 2 {
			s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode).refused(t, http.StatusServiceUnavailable, fault.Unavailable, why)
			s.send(t, token, http.MethodPost, "/mcp", ping, headers...).refused(t, http.StatusServiceUnavailable, fault.Unavailable, why)
			s.send(t, "nonsense", http.MethodGet, "/api/v1/episodes", "").refused(t, http.StatusServiceUnavailable, fault.Unavailable, why)
		}
		if got := s.send(t, "", http.MethodGet, "/livez", ""); got.status != http.StatusOK {
			t.Errorf("%s: /livez: %d", name, got.status)
		}
		open.expectEnd(t, 10*time.Second)
		write(string(good), 0o600)
		s.expectEpisodes(t, token, 0)
		s.send(t, token, http.MethodPost, "/mcp", ping, headers...).result(t, &struct{}{})
	}
}

// TestInvalidCredentials checks that invalid credentials are rejected in every form.
func TestInvalidCredentials(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	for _, header := range []string{
		"", "Bearer", "Bearer ", token, "Basic " + token, "Bearer" + token, "Token " + token, "Bearer " + token + "x",
		"Bearer x" + token, "Bearer " + token[:len(token)-1], "Bearer " + token + ", Bearer " + token, "Bearer " + token + " x",
		"bearer\t" + token, "Negotiate", `Bearer token="` + token + `"`,
	} {
		s.send(t, "", http.MethodPost, "/api/v1/episodes", anEpisode, "Authorization", header).
			refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
	}
	// Credentials outside the header are ignored, because addresses end up in logs.
	s.send(t, "", http.MethodGet, "/api/v1/episodes?access_token="+token, "").refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
	s.send(t, "", http.MethodGet, "/api/v1/episodes", "", "Cookie", "token="+token).refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token")
	for _, header := range []string{"Bearer " + token, "bearer " + token, "BEARER  " + token} {
		s.send(t, "", http.MethodGet, "/api/v1/episodes", "", "Authorization", header).ok(t)
	}
	s.expectEpisodes(t, token, 0)
}
