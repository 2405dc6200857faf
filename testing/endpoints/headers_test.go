package endpoints_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"plotline/internal/fault"
)

// TestTooLargeHeaders checks that headers over the limit are rejected and the server continues.
func TestTooLargeHeaders(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	head := fmt.Sprintf("POST /api/v1/episodes HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n",
		s.host, token, len(anEpisode))
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, "X-Flood-%d: %d\r\n", i, i)
	}
	for name, flood := range map[string]string{
		"one that is large": "X-Flood: " + strings.Repeat("x", 1<<20) + "\r\n",
		"many":              many.String(),
		"the same":          strings.Repeat("X-Flood: x\r\n", 50_000),
	} {
		if got := s.raw(t, http.MethodPost, head+flood+"\r\n"+anEpisode); got.status != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("%s: %d %.200s", name, got.status, got.body)
		}
	}
	if got := s.raw(t, http.MethodGet, "GET /api/v1/episodes?x="+strings.Repeat("x", 1<<20)+" HTTP/1.1\r\nHost: "+s.host+"\r\n\r\n"); got.status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a long address: %d %.200s", got.status, got.body)
	}
	s.expectEpisodes(t, token, 0)
}

// TestRequestSmuggling sends requests with two lengths, two framings or line breaks in a header. None
// may be read in two ways.
func TestRequestSmuggling(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	head := fmt.Sprintf("POST /api/v1/episodes HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n", s.host, token)
	for name, rest := range map[string]string{
		"two lengths":       "Content-Length: 24\r\nContent-Length: 5\r\n\r\n" + anEpisode,
		"a length and more": "Content-Length: 24, 5\r\n\r\n" + anEpisode,
		"a length below 0":  "Content-Length: -1\r\n\r\n" + anEpisode,
		"a length in hex":   "Content-Length: 0x18\r\n\r\n" + anEpisode,
		"unknown framing":   "Transfer-Encoding: xchunked\r\n\r\n18\r\n" + anEpisode + "\r\n0\r\n\r\n",
		"framing twice":     "Transfer-Encoding: chunked, chunked\r\n\r\n18\r\n" + anEpisode + "\r\n0\r\n\r\n",
		"a space in a name": "Content-Length : 24\r\n\r\n" + anEpisode,
		"a folded header":   "X-Folded: a\r\n b\r\nContent-Length : 24\r\n\r\n" + anEpisode,
		"a bad chunk":       "Transfer-Encoding: chunked\r\n\r\nZZ\r\n" + anEpisode + "\r\n0\r\n\r\n",
	} {
		if got := s.raw(t, http.MethodPost, head+rest); got.status < 400 || got.status >= 600 || got.status == 500 {
			t.Errorf("%s: %d %.300s", name, got.status, got.body)
		}
	}
	s.expectEpisodes(t, token, 0)
}

// TestRequestIDs checks that a client's request id is kept if it is valid, and never if it could forge a
// log line.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for id, kept := range map[string]bool{
		"abc-123": true, "a b/c:d=e": true, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false,
		"": false, "é": false, "a\tb": false, "\x7f": false,
	} {
		got := s.raw(t, http.MethodGet, "GET /api/v1/episodes HTTP/1.1\r\nHost: "+s.host+"\r\nX-Request-Id: "+id+"\r\n\r\n")
		name := got.header.Get("X-Request-Id")
		if (name == id) != kept || name == "" {
			if got.status != http.StatusBadRequest { // Go rejects it before Plotline
				t.Errorf("%q became %q", id, name)
			}
			continue
		}
		got.refused(t, http.StatusUnauthorized, fault.Unauthenticated, "token") // the body has the same id
	}
}

// TestInvalidQueries checks that a query is parsed completely or rejected.
func TestInvalidQueries(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	many := make([]string, 20_000)
	for i := range many {
		many[i] = fmt.Sprintf("x%d=%d", i, i)
	}
	for query, want := range map[string]string{
		"limit=%zz":                           "malformed",
		"limit=%":                             "malformed",
		"limit=1;offset=2":                    "malformed",
		"%ff=1":                               "UTF-8",
		"tags=%ff":                            "UTF-8",
		"limit=1&limit=2":                     "limit is given 2 times",
		"Limit=1":                             "unknown argument",
		"limit[]=1":                           "unknown argument",
		"limit=1%00":                          "limit must be an integer",
		"limit=999999999999999999999":         "limit must be",
		"=1":                                  "unknown argument",
		strings.Join(many, "&")[:100_000]:     "",
		strings.Repeat("&", 20_000) + "x=1":   "",
		strings.Repeat("tags=a&", 1001):       "at most 1000 values of tags",
		"workspace=default":                   "unknown argument",
		"since=" + url.QueryEscape("'; DROP"): "Invalid ISO 8601 timestamp",
	} {
		got := s.at(t, token, http.MethodGet, "/api/v1/episodes?"+query)
		got.refused(t, http.StatusBadRequest, fault.InvalidArgument, want)
	}
	s.send(t, token, http.MethodPost, "/api/v1/episodes?reward=1", anEpisode).
		refused(t, http.StatusBadRequest, fault.InvalidArgument, "takes its arguments in the body")
	s.expectEpisodes(t, token, 0)
}

// TestRateLimit checks that requests over --rate-limit get 429 with Retry-After, and that other clients are
// not affected.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	s := start(t, "--rate-limit", "5")
	token, other := s.admin(t), s.admin(t)
	flood := func(token string) (through, later int) {
		for range 50 {
			got := s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode)
			if got.status != http.StatusTooManyRequests {
				through++
				continue
			}
			later++
			if got.refused(t, http.StatusTooManyRequests, fault.RateLimited, "more than 5 requests per second"); got.header.Get("Retry-After") != "1" {
				t.Errorf("Retry-After is %s", got.header.Get("Retry-After"))
			}
		}
		return through, later
	}
	through, later := flood(token)
	if through < 5 || later == 0 {
		t.Errorf("%d came through, %d shall come later", through, later)
	}
	if _, wrong := flood("nonsense"); wrong == 0 {
		t.Error("wrong tokens may be tried without end")
	}
	s.send(t, other, http.MethodGet, "/api/v1/episodes", "").ok(t)
	for range 20 { // the liveness check does not count
		if got := s.send(t, "", http.MethodGet, "/livez", ""); got.status != http.StatusOK {
			t.Errorf("/livez: %d", got.status)
		}
	}
}

// TestForeignHostsAreRejected checks that a foreign host name that resolves to this machine is rejected.
func TestForeignHostsAreRejected(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
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
