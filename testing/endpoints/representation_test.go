package endpoints_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// createMany creates enough episodes in a workspace of the common server that replies are worth compressing.
func createMany(t *testing.T) (s *server, token string) {
	t.Helper()
	s, token = sharedAdmin(t)
	for i := range 30 {
		s.create(t, token, fmt.Sprintf("the query of episode %d, which is of some length", i))
	}
	return s, token
}

// TestCompression checks that large replies are compressed and have the same content.
func TestCompression(t *testing.T) {
	t.Parallel()
	s, token := createMany(t)
	for _, path := range []string{"/api/v1/episodes", "/api/v1/graph", "/api/v1/graph?format=svg", "/api/openapi.json"} {
		plain := s.send(t, token, http.MethodGet, path, "")
		small := s.send(t, token, http.MethodGet, path, "", "Accept-Encoding", "gzip")
		if small.header.Get("Content-Encoding") != "gzip" || plain.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %q and %q", path, plain.header.Get("Content-Encoding"), small.header.Get("Content-Encoding"))
			continue
		}
		if vary := strings.Join(small.header.Values("Vary"), ","); !strings.Contains(vary, "Accept-Encoding") {
			t.Errorf("%s: Vary is %q", path, vary)
		}
		if plain.header.Get("ETag") != small.header.Get("ETag") || plain.header.Get("ETag") == "" {
			t.Errorf("%s: the tags are %q and %q", path, plain.header.Get("ETag"), small.header.Get("ETag"))
		}
		reader, err := gzip.NewReader(bytes.NewReader(small.body))
		if err != nil {
			t.Fatal(err)
		}
		if whole, err := io.ReadAll(reader); err != nil || !bytes.Equal(whole, plain.body) || len(small.body) >= len(plain.body) {
			t.Errorf("%s: %v, %d bytes as %d", path, err, len(plain.body), len(small.body))
		}
	}
	// An error is never compressed unexpectedly.
	s.send(t, token, http.MethodGet, "/api/v1/episodes?x=1", "", "Accept-Encoding", "gzip").problemText(t, "unknown argument")
}

func (r reply) problemText(t *testing.T, want string) {
	t.Helper()
	body := r.body
	if r.header.Get("Content-Encoding") == "gzip" {
		reader, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if body, err = io.ReadAll(reader); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(string(body), want) {
		t.Errorf("%v %s", r.header, body)
	}
}

// TestETags checks that a client with the newest version gets 304 without a body.
func TestETags(t *testing.T) {
	t.Parallel()
	s, token := createMany(t)
	for _, path := range []string{"/api/v1/episodes", "/api/v1/graph", "/api/v1/graph?format=mermaid", "/api/v1/graph/order"} {
		first := s.send(t, token, http.MethodGet, path, "")
		tag := first.header.Get("ETag")
		for _, named := range []string{tag, strings.TrimPrefix(tag, "W/"), `"x", ` + tag, "*"} {
			for _, encoding := range []string{"", "gzip"} {
				got := s.send(t, token, http.MethodGet, path, "", "If-None-Match", named, "Accept-Encoding", encoding)
				if got.status != http.StatusNotModified || len(got.body) != 0 || got.header.Get("ETag") != tag || got.header.Get("Content-Encoding") != "" {
					t.Errorf("%s with %s: %d %v %d bytes", path, named, got.status, got.header, len(got.body))
				}
			}
		}
		for _, other := range []string{`"x"`, `W/"x"`, "x", tag + "x"} {
			if got := s.send(t, token, http.MethodGet, path, "", "If-None-Match", other); got.status != http.StatusOK {
				t.Errorf("%s with %s: %d", path, other, got.status)
			}
		}
		if cache := first.header.Get("Cache-Control"); cache != "private, no-cache" {
			t.Errorf("%s: Cache-Control is %s", path, cache)
		}
		// A client without a token learns nothing, not even that nothing changed.
		if got := s.send(t, "", http.MethodGet, path, "", "If-None-Match", tag); got.status != http.StatusUnauthorized {
			t.Errorf("%s: %d", path, got.status)
		}
		s.create(t, token, "one more")
		if got := s.send(t, token, http.MethodGet, path, "", "If-None-Match", tag); got.status != http.StatusOK || got.header.Get("ETag") == tag {
			t.Errorf("%s after a change: %d %s", path, got.status, got.header.Get("ETag"))
		}
	}
}

// TestHEAD checks that HEAD returns the same as GET, without a body.
func TestHEAD(t *testing.T) {
	t.Parallel()
	s, token := createMany(t)
	for _, path := range []string{
		"/api/v1/episodes", "/api/v1/graph?format=svg", "/api/v1/episodes/nonsense", "/api/v1/episodes/00000000-0000-4000-8000-00000000dead",
		"/api/v1/episodes?x=1", "/nowhere",
	} {
		for _, encoding := range []string{"", "gzip"} {
			get := s.send(t, token, http.MethodGet, path, "", "Accept-Encoding", encoding)
			head := s.send(t, token, http.MethodHead, path, "", "Accept-Encoding", encoding)
			if head.status != get.status || len(head.body) != 0 || head.header.Get("Content-Type") != get.header.Get("Content-Type") ||
				head.header.Get("ETag") != get.header.Get("ETag") {
				t.Errorf("%s %s: %d %v, and GET %d %v", path, encoding, head.status, head.header, get.status, get.header)
			}
		}
	}
}

// TestAcceptedGraphs checks the precedence: an argument before the header, a full type before a range, a
// higher quality before a lower.
func TestAcceptedGraphs(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t)
	for _, c := range []struct{ accept, query, want string }{
		{"", "", "application/json"},
		{"*/*", "", "application/json"},
		{"text/html, */*;q=0.8", "", "application/json"},
		{"text/vnd.mermaid", "", "text/vnd.mermaid; charset=utf-8"},
		{"TEXT/VND.MERMAID", "", "text/vnd.mermaid; charset=utf-8"},
		{"text/vnd.graphviz", "", "text/vnd.graphviz; charset=utf-8"},
		{"image/svg+xml", "", "image/svg+xml"},
		{"image/svg+xml;q=0.5, text/vnd.mermaid;q=0.9", "", "text/vnd.mermaid; charset=utf-8"},
		{"image/svg+xml;q=0.9, text/vnd.mermaid;q=0.5", "", "image/svg+xml"},
		{"application/json;q=0.1, image/svg+xml; q=0.2", "", "image/svg+xml"},
		{"text/vnd.mermaid;q=0", "", "application/json"},
		{"text/vnd.mermaid;q=x", "", "application/json"},
		{"*/*, image/svg+xml;q=0.1", "", "image/svg+xml"},
		{"image/svg+xml, text/vnd.mermaid", "", "image/svg+xml"}, // the first of equals
		{"image/svg+xml", "?format=mermaid", "text/vnd.mermaid; charset=utf-8"},
		{"image/svg+xml", "?format=json", "application/json"},
		{"image/png", "", "application/json"},
		{",;,q=1;;", "", "application/json"},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			path, body := "/api/v1/graph"+c.query, ""
			if method == http.MethodPost {
				path, body = "/api/v1/graph", "{}"
				if _, format, is := strings.Cut(c.query, "="); is {
					body = fmt.Sprintf(`{"format":%q}`, format)
				}
			}
			got := s.send(t, r.admin, method, path, body, "Accept", c.accept)
			if kind := got.header.Get("Content-Type"); got.status != http.StatusOK || kind != c.want {
				t.Errorf("%s %q %s: %d %s, want %s", method, c.accept, c.query, got.status, kind, c.want)
			}
			if got.header.Get("Plotline-Truncated") != "false" || got.header.Get("Plotline-Total-Nodes") != "3" {
				t.Errorf("%q: %v", c.accept, got.header)
			}
		}
	}
	svg := s.send(t, r.admin, http.MethodGet, "/api/v1/graph?format=svg", "")
	if policy := svg.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "sandbox") {
		t.Errorf("a drawing may do %q", policy)
	}
	s.send(t, r.admin, http.MethodGet, "/api/v1/graph?format=png", "", "Accept", "image/svg+xml").
		refused(t, http.StatusBadRequest, "invalid_argument", "format must be one of")
}

// TestLocationLeadsToCreatedEpisode checks that Location leads to a created episode.
func TestLocationLeadsToCreatedEpisode(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	made := s.send(t, token, http.MethodPost, "/api/v1/episodes", anEpisode)
	found := s.send(t, token, http.MethodGet, made.header.Get("Location"), "")
	if made.status != http.StatusCreated || made.header.Get("Cache-Control") != "no-store" ||
		made.ok(t)["episode_id"] != found.ok(t)["episode_id"] {
		t.Errorf("%v, and there %d %s", made.header, found.status, found.body)
	}
}
