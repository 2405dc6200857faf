package attacks_test

import (
	"net/http"
	"strings"
	"testing"

	"plotline/web"
)

// TestOtherSitesLoadNothing checks that pages of other sites can load nothing from a server without tokens,
// not even a picture whose size reveals something. Following a link to a page works.
func TestOtherSitesLoadNothing(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.open(t, "--cors-origin", "https://friend.example")
		data := []string{"/api/v1/graph?format=svg", "/api/v1/episodes", "/metrics", "/readyz", "/api/openapi.json", "/preview", "/mcp", "/socket.io/?EIO=4&transport=polling"}
		pages := []string{"/api/docs/"}
		if _, built := web.Files(); built { // missing in a build without Node.js
			pages = append(pages, "/", "/plans", "/projects/x")
		}
		for _, site := range []string{"cross-site", "same-site"} {
			for _, path := range append(data, pages...) {
				for _, kind := range [][2]string{{"no-cors", "image"}, {"no-cors", "script"}, {"cors", "empty"}, {"navigate", "iframe"}, {"navigate", "embed"}} {
					s.must(t, http.StatusForbidden, http.MethodGet, path, "", "", "Sec-Fetch-Site", site, "Sec-Fetch-Mode", kind[0], "Sec-Fetch-Dest", kind[1])
				}
			}
			for _, path := range data {
				s.must(t, http.StatusForbidden, http.MethodGet, path, "", "", "Sec-Fetch-Site", site, "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document")
			}
			for _, path := range pages {
				got := s.must(t, http.StatusOK, http.MethodGet, path, "", "", "Sec-Fetch-Site", site, "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document")
				if !strings.Contains(got.header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
					t.Errorf("%s may be framed", path)
				}
			}
		}
		for _, headers := range [][]string{
			nil,
			{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"},
			{"Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"},
			{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty", "Origin", "https://friend.example"},
		} {
			got := s.must(t, http.StatusOK, http.MethodGet, "/api/v1/episodes", "", "", headers...)
			if got.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
				t.Errorf("%v", got.header)
			}
		}
		for _, path := range []string{"/api/docs/nothing", "/api/docs/static", "/api/docs/../x"} {
			got := s.must(t, http.StatusNotFound, http.MethodGet, path, "", "")
			if got.header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s: %v", path, got.header)
			}
		}
	})
}
