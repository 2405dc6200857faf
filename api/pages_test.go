package api_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"plotline/api"
)

// paged returns a server with pages.
func paged(t *testing.T) http.Handler {
	t.Helper()
	cfg := config(t)
	cfg.Pages = fstest.MapFS{
		"index.html":            {Data: []byte("<!doctype html><title>Plotline</title>" + strings.Repeat("<p>", 1000))},
		"assets/index-1a2b.js":  {Data: []byte("export {}")},
		"assets/index-1a2b.css": {Data: []byte("body{}")},
		"preview.html":          {Data: []byte(previewDocument)},
		"secret.txt":            {Data: []byte("not under assets")},
	}
	return api.New(cfg).Handler()
}

// TestPages checks that one file serves every page, that it is revalidated each time, and that it loads
// nothing from other sites.
func TestPages(t *testing.T) {
	t.Parallel()
	h := paged(t)
	for _, target := range []string{"/", "/plans", "/plans/01930000-0000-7000-8000-000000000001", "/plans/what%20ever"} {
		w := ask(t, h, http.MethodGet, target, "")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=UTF-8" || !strings.HasPrefix(w.Body.String(), "<!doctype html>") {
			t.Fatalf("%s: %d %v %s", target, w.Code, w.Header(), w.Body)
		}
		if w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s may be kept: %v", target, w.Header())
		}
		checkPolicy(t, target, w.Header().Get("Content-Security-Policy"))
		again := ask(t, h, http.MethodGet, target, "", "If-None-Match: "+w.Header().Get("ETag"))
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s again: %d %s", target, again.Code, again.Body)
		}
		if head := ask(t, h, http.MethodHead, target, ""); head.Code != http.StatusOK || head.Header().Get("ETag") != w.Header().Get("ETag") {
			t.Errorf("HEAD %s: %d %v", target, head.Code, head.Header())
		}
		packed := ask(t, h, http.MethodGet, target, "", "Accept-Encoding: gzip")
		if packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() >= w.Body.Len() {
			t.Errorf("%s is not compressed: %v", target, packed.Header())
		}
	}
}

// checkPolicy checks that scripts, styles, frames and connections are limited to this server and that no page
// may frame it.
func checkPolicy(t *testing.T, target, policy string) {
	t.Helper()
	rules := rulesOf(policy)
	for name, want := range map[string]string{
		"default-src": "'self'", "object-src": "'none'", "base-uri": "'none'", "frame-ancestors": "'none'", "form-action": "'none'",
		"connect-src": "'self'", "frame-src": "'self'", "child-src": "", "script-src": "", "style-src": "",
	} {
		if rules[name] != want {
			t.Errorf("%s: %s is %q, want %q", target, name, rules[name], want)
		}
	}
}

// rulesOf parses a policy into its directives.
func rulesOf(policy string) map[string]string {
	rules := map[string]string{}
	for rule := range strings.SplitSeq(policy, "; ") {
		name, value, _ := strings.Cut(rule, " ")
		rules[name] = value
	}
	return rules
}

// TestAssets checks that assets may be cached for ever, because their names change with their content.
func TestAssets(t *testing.T) {
	t.Parallel()
	h := paged(t)
	for target, kind := range map[string]string{"/assets/index-1a2b.js": "text/javascript; charset=utf-8", "/assets/index-1a2b.css": "text/css; charset=utf-8"} {
		w := ask(t, h, http.MethodGet, target, "")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
			w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %d %v", target, w.Code, w.Header())
		}
	}
}

// TestAssetsThatAreNotThere checks that only files under assets are served, whatever the path.
func TestAssetsThatAreNotThere(t *testing.T) {
	t.Parallel()
	h := paged(t)
	for _, target := range []string{
		"/assets/index-0000.js", "/assets/", "/assets", "/assets/../secret.txt", "/assets/..%2fsecret.txt", "/assets/%2e%2e/secret.txt",
		"/assets/../index.html", "/secret.txt", "/index.html", "/preview.html", "/preview/", "/assets//../../secret.txt", "/nothing",
	} {
		w := ask(t, h, http.MethodGet, target, "")
		if w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", target, w.Code, w.Header())
			continue
		}
		if p := problemOf(t, w); p.Code != "not_found" {
			t.Errorf("%s: %+v", target, p)
		}
	}
}

// TestNoPages checks that a program built without pages explains this at their paths.
func TestNoPages(t *testing.T) {
	t.Parallel()
	h := api.New(config(t)).Handler()
	w := ask(t, h, http.MethodGet, "/", "")
	if w.Code != http.StatusNotFound || !strings.HasPrefix(w.Body.String(), "This program was built without its pages") ||
		!strings.Contains(w.Body.String(), "/api/docs/") || w.Header().Get("Content-Type") != "text/plain; charset=UTF-8" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	for _, target := range []string{"/plans", "/preview", "/assets/index.js"} {
		if w := ask(t, h, http.MethodGet, target, ""); problemOf(t, w).Code != "not_found" {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
}

// TestIncompletePages checks that New panics on an incomplete build of the pages.
func TestIncompletePages(t *testing.T) {
	t.Parallel()
	index, preview := &fstest.MapFile{}, &fstest.MapFile{Data: []byte(previewDocument)}
	tests := map[string]struct {
		pages fstest.MapFS
		want  string
	}{
		"no index":    {fstest.MapFS{"preview.html": preview}, "api: the pages have no index.html"},
		"no preview":  {fstest.MapFS{"index.html": index}, "api: the pages have no preview.html"},
		"no script":   {fstest.MapFS{"index.html": index, "preview.html": {Data: []byte("<p>")}}, "api: preview.html has not one script"},
		"two scripts": {fstest.MapFS{"index.html": index, "preview.html": {Data: []byte(previewDocument + `<script src="x">`)}}, "api: preview.html has not one script"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t)
			cfg.Pages = tt.pages
			defer func() {
				if got := recover(); got != tt.want {
					t.Errorf("New() panics with %v, want %q", got, tt.want)
				}
			}()
			api.New(cfg)
		})
	}
}
