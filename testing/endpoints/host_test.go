package endpoints_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"plotline/internal/fault"
)

// TestForeignHostsAreRejected checks that a foreign host name that resolves to this machine is rejected.
func TestForeignHostsAreRejected(t *testing.T) {
	t.Parallel()
	s := shared(t)
	token := s.admin(t)
	_, port, _ := strings.Cut(s.host, ":")
	const body = `{"query":"q","reward":0}`
	for _, host := range []string{
		"example.org", "example.org:" + port, "localhost.example.org", "127.0.0.1.example.org", "192.0.2.1", "192.0.2.1:" + port,
		"[2001:db8::1]", "[2001:db8::1]:" + port, "0.0.0.0", "localhost.", "xlocalhost", "localhost@example.org", "2130706433", "0x7f000001",
	} {
		for _, path := range []string{"/api/v1/episodes", "/mcp", "/livez", "/nowhere", "/api/openapi.json"} {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				sent := body
				if method == http.MethodGet {
					sent = ""
				}
				s.send(t, token, method, path, sent, "Host", host).
					refused(t, http.StatusForbidden, fault.PermissionDenied, "--allow-host")
			}
		}
	}
	for _, line := range []string{"Host:\r\n", "Host: \r\n"} {
		got := s.raw(t, http.MethodPost, fmt.Sprintf("POST /api/v1/episodes HTTP/1.1\r\n%sAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", line, token, len(body), body))
		got.refused(t, http.StatusForbidden, fault.PermissionDenied, "--allow-host")
	}
	// Go itself rejects these before Plotline: no Host header, and two.
	for _, lines := range []string{"", "Host: localhost\r\nHost: example.org\r\n"} {
		if got := s.raw(t, http.MethodGet, "GET /livez HTTP/1.1\r\n"+lines+"\r\n"); got.status != http.StatusBadRequest {
			t.Errorf("%q: %d %s", lines, got.status, got.body)
		}
	}
	s.raw(t, http.MethodGet, "GET http://example.org/livez HTTP/1.1\r\nHost: localhost\r\n\r\n").
		refused(t, http.StatusForbidden, fault.PermissionDenied, "example.org")
	s.expectEpisodes(t, token, 0)
}

// TestOwnHostsAreAccepted checks that the machine's own names are accepted in every form.
func TestOwnHostsAreAccepted(t *testing.T) {
	t.Parallel()
	s := start(t, "--allow-host", "Plotline.Example", "--allow-host", "other.example")
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{
		"localhost", "LocalHost:1", "127.0.0.1", s.host, "127.0.0.2:80", "[::1]", "[::1]:7333", own, own + ":7333",
		"plotline.example", "PLOTLINE.EXAMPLE:443", "other.example",
	} {
		if got := s.send(t, "", http.MethodGet, "/livez", "", "Host", host); got.status != http.StatusOK {
			t.Errorf("%s: %d %s", host, got.status, got.body)
		}
	}
	s.send(t, "", http.MethodGet, "/livez", "", "Host", "example").refused(t, http.StatusForbidden, fault.PermissionDenied, "example")
}
