package endpoints_test

import (
	"crypto/tls"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/serving"
)

// TestTLS checks both APIs over HTTP/1.1 and HTTP/2, and that nothing works without encryption.
func TestTLS(t *testing.T) {
	t.Parallel()
	certFile, keyFile, trust := serving.Certificate(t)
	s := start(t, "--tls-cert", certFile, "--tls-key", keyFile)
	token := s.admin(t)
	if !strings.HasPrefix(s.url, "https://") {
		t.Errorf("it says that it listens on %s", s.url)
	}
	for _, h2 := range []bool{false, true} {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}, ForceAttemptHTTP2: h2}
		secure := &http.Client{Transport: transport, Timeout: time.Minute}
		for _, ask := range []struct{ method, path, body string }{
			{http.MethodPost, "/api/v1/episodes", anEpisode},
			{http.MethodGet, "/api/v1/episodes", ""},
			{http.MethodPost, "/mcp", initializeMessage},
		} {
			req, err := http.NewRequestWithContext(t.Context(), ask.method, s.url+ask.path, strings.NewReader(ask.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+token)
			req.Header.Set("Content-Type", "application/json")
			response, err := secure.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			got := read(t, response)
			_ = response.Body.Close()
			if got.status >= 400 || (response.ProtoMajor == 2) != h2 {
				t.Errorf("HTTP/2 %t: %s %s: %d %s by %s", h2, ask.method, ask.path, got.status, got.body, response.Proto)
			}
		}
		transport.CloseIdleConnections()
	}
	if got := s.raw(t, http.MethodGet, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"); got.status != http.StatusBadRequest {
		t.Errorf("without TLS: %d %s", got.status, got.body)
	}
	old := &tls.Config{RootCAs: trust, MaxVersion: tls.VersionTLS11} //nolint:gosec // what must be refused
	if conn, err := (&tls.Dialer{Config: old}).DialContext(t.Context(), "tcp", s.host); err == nil {
		_ = conn.Close()
		t.Error("TLS 1.1 is spoken")
	}
}

// TestReadableKeyIsRejected checks that the key is rejected with advice.
func TestReadableKeyIsRejected(t *testing.T) {
	t.Parallel()
	certFile, keyFile, _ := serving.Certificate(t)
	if err := os.Chmod(keyFile, 0o644); err != nil { //nolint:gosec // what must be refused
		t.Fatal(err)
	}
	started, err := launch(t.TempDir(), nil, defaultCounts, "--tls-cert", certFile, "--tls-key", keyFile)
	if err == nil {
		_ = started.Stop()
		t.Fatal("it serves")
	}
	if !strings.Contains(err.Error(), "run: chmod 600 "+keyFile) {
		t.Error(err)
	}
}
