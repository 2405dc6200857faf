package endpoints_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/expect"
)

// certificate creates a certificate and key for this machine, and the pool that trusts them.
func certificate(t *testing.T) (certFile, keyFile string, trust *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	trust = x509.NewCertPool()
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})
	trust.AppendCertsFromPEM(text)
	expect.WriteFile(t, certFile, string(text))
	expect.WriteFile(t, keyFile, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})))
	return certFile, keyFile, trust
}

// TestTLS checks both APIs over HTTP/1.1 and HTTP/2, and that nothing works without encryption.
func TestTLS(t *testing.T) {
	t.Parallel()
	certFile, keyFile, trust := certificate(t)
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
	certFile, keyFile, _ := certificate(t)
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
